#!/bin/sh
# The password is passed on standard input, as any process on the host can read arguments.
exec redis-server - <<CONFIG
include /etc/redis/redis.conf
requirepass $(cat /run/secrets/redis-password)
CONFIG
