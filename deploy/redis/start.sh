#!/bin/sh
# The password goes in by standard input: arguments can be read by every process of the host.
exec redis-server - <<CONFIG
include /etc/redis/redis.conf
requirepass $(cat /run/secrets/redis-password)
CONFIG
