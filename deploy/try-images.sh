#!/bin/sh
# Tries the production images: builds them, starts docker-compose.yml in a copy of the project with passwords
# and volumes of its own, sends one enquiry and waits for both emails about it. Removes everything afterwards.
# Needs Docker or podman with their compose plugin, curl, openssl, and the ports 80, 443 and 8025.
#
#   sh deploy/try-images.sh            COMPOSE="podman compose" sh deploy/try-images.sh
set -eu
umask 077
cd "$(dirname "$0")/.."

if [ -z "${COMPOSE:-}" ]; then
  for engine in docker podman; do
    if "$engine" compose version >/dev/null 2>&1; then
      COMPOSE="$engine compose"
      break
    fi
  done
fi
: "${COMPOSE:?Neither docker nor podman has a compose command here. Install one, or set COMPOSE.}"
export COMPOSE_PROJECT_NAME=try-images COMPOSE_PROFILES=mail

folder=$(mktemp -d)
finish() {
  status=$?
  trap - EXIT
  if [ "$status" -ne 0 ] && [ -f .env ]; then $COMPOSE logs --tail 40 >&2 || true; fi
  $COMPOSE down --volumes >/dev/null 2>&1 || true
  rm -rf "$folder"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT TERM

# Also what is not committed. A file that was deleted but not committed is skipped.
git ls-files --cached --others --exclude-standard | while IFS= read -r file; do
  if [ -e "$file" ]; then printf '%s\n' "$file"; fi
done | tar -c -T - | tar -x -C "$folder"
cd "$folder"
# Containers read mounted files as other users.
chmod 755 . && chmod -R go+rX deploy
cat .env.example - >.env <<SETTINGS
SITE_URL=https://localhost
MAIL_FROM=Association Office <office@example.co.za>
MAIL_STAFF=staff@example.co.za
DIGEST_AT=never
SETTINGS
echo smtp://mailpit:1025 | sh deploy/make-secrets.sh

say() { printf '%s  %s\n' "$(date +%H:%M:%S)" "$1"; }
fail() {
  echo "FAILED: $1" >&2
  exit 1
}
fetch() { curl --silent --show-error --insecure --max-time 20 "$@"; }

# Waits at most two minutes for the rest of its arguments to succeed.
wait_for() {
  what=$1
  shift
  tries=0
  until "$@" >/dev/null 2>&1; do
    tries=$((tries + 1))
    [ "$tries" -lt 60 ] || fail "$what"
    sleep 2
  done
  say "$what"
}

say "Building the images and starting them with $COMPOSE …"
$COMPOSE up --build --detach --wait
say 'Every service is healthy.'

page=$(fetch --include https://localhost/)
printf '%s' "$page" | grep -qi '^content-security-policy:' || fail 'The page has no Content Security Policy.'
printf '%s' "$page" | grep -q '<form' || fail 'The page has no form.'
[ "$(fetch --output /dev/null --write-out '%{http_code}' https://localhost/ops/)" = 200 ] ||
  fail 'The enquiries desk does not answer.'
[ "$(fetch --output /dev/null --write-out '%{http_code}' https://localhost/api/contact-submissions)" = 401 ] ||
  fail 'Enquiries can be read without a sign-in.'
say 'The site and the enquiries desk answer.'

answer=$(fetch https://localhost/api/contact --header 'Content-Type: application/json' --data '{
  "firstName": "Thandiwe", "lastName": "Nkosi", "email": "thandiwe@example.org",
  "organisation": "Guild of Surveyors", "message": "We are looking for a secretariat."
}')
reference=$(printf '%s' "$answer" | sed -n 's/.*"reference":"\([0-9A-Z-]*\)".*/\1/p')
[ -n "$reference" ] || fail "The enquiry was answered: $answer"
say "The enquiry was accepted with the reference $reference."

emails() { fetch http://127.0.0.1:8025/api/v1/messages; }
is_emailed() { emails | grep "\"Address\":\"$1\""; }
# Emails are sent only about what is in MongoDB.
wait_for 'Staff were emailed.' is_emailed staff@example.co.za
wait_for 'The visitor got an acknowledgement.' is_emailed thandiwe@example.org
say 'The images work.'
