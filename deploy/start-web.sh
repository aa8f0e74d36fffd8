#!/bin/sh
# Starts the web server given as arguments. Caddy treats a site address with a trailing slash as that
# single page, so SITE_URL is normalised here as in contract/web-address.ts.
address=$(printf '%s' "${SITE_ADDRESS:-https://localhost}" | tr '[:upper:]' '[:lower:]')
SITE_ADDRESS=${address%/}
export SITE_ADDRESS
if ! printf '%s\n' "$SITE_ADDRESS" | grep -Eqx '(https?://[a-z0-9.-]+|https?://\[[0-9a-f:.]+\])?(:[0-9]{1,5})?' ||
  [ -z "$SITE_ADDRESS" ]; then
  echo 'SITE_URL must be an address such as https://www.example.co.za, without a path' >&2
  exit 1
fi
exec "$@"
