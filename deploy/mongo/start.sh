#!/bin/bash
# MongoDB rejects a key file that others can read, which mounted secrets are.
set -e
install -m 400 /run/secrets/mongo-keyfile /run/mongo/keyfile
exec docker-entrypoint.sh mongod --replSet rs0 --keyFile /run/mongo/keyfile --bind_ip_all
