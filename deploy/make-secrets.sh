#!/bin/sh
# Generates the database passwords in secrets/ and keeps existing ones. Asks for the mail server, or
# reads its URL as a line of standard input.
set -eu
umask 077
cd "$(dirname "$0")/.."
mkdir -p secrets

make() {
  [ -s "secrets/$1" ] || printf '%s\n' "$2" >"secrets/$1"
}
# In an assignment, because the shell ignores a failure in an argument.
password() {
  password=$(openssl rand -hex 24)
  make "$1" "$password"
}

password redis-password
make redis-url "redis://:$(cat secrets/redis-password)@redis:6379"
password mongo-root-password
password mongo-password
keyfile=$(openssl rand -base64 756)
make mongo-keyfile "$(printf '%s' "$keyfile" | tr -d '\n')"
password grafana-password
make mongodb-uri "mongodb://enquiries:$(cat secrets/mongo-password)@mongo:27017/enquiries?replicaSet=rs0"
if ! grep -qs . secrets/smtp-url; then
  printf 'Your mail server, such as smtps://user:password@mail.example:465: ' >&2
  read -r smtp_url || echo >&2
  rm -f secrets/smtp-url
  make smtp-url "$smtp_url"
fi

# Containers read them as different users; the directory keeps everyone else out.
chmod 700 secrets
chmod 444 secrets/*
