#!/bin/sh
# Makes the passwords of the stores in secrets/, and leaves those alone that are there already. Asks
# for the mail server, which a line of the standard input may name.
set -eu
umask 077
cd "$(dirname "$0")/.."
mkdir -p secrets

make() {
  [ -e "secrets/$1" ] || printf '%s\n' "$2" >"secrets/$1"
}
password() {
  openssl rand -hex 24
}

make redis-password "$(password)"
make redis-url "redis://:$(cat secrets/redis-password)@redis:6379"
make mongo-root-password "$(password)"
make mongo-password "$(password)"
make mongo-keyfile "$(openssl rand -base64 756 | tr -d '\n')"
make grafana-password "$(password)"
make mongodb-uri "mongodb://enquiries:$(cat secrets/mongo-password)@mongo:27017/enquiries?replicaSet=rs0"
if ! grep -qs . secrets/smtp-url; then
  printf 'Your mail server, such as smtps://user:password@mail.example:465: ' >&2
  read -r smtp_url || echo >&2
  rm -f secrets/smtp-url
  make smtp-url "$smtp_url"
fi

# Containers read them as users of their own; the folder keeps everybody else out.
chmod 700 secrets
chmod 444 secrets/*
