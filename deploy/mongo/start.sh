#!/bin/bash
# MongoDB refuses a key file that others may read, as a mounted secret is.
set -e
install -m 400 /run/secrets/mongo-keyfile /run/mongo/keyfile
exec docker-entrypoint.sh mongod --replSet rs0 --keyFile /run/mongo/keyfile --bind_ip_all
