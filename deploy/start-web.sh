#!/bin/sh
# Starts the web server given as arguments at the URLs of the site (unless SITE=off), the API and the enquiries
# desk. Caddy treats an address with a trailing slash as that single page, so they are normalised here as in
# packages/contract/web-address.ts.
addresses=''
add() {
  address=$(printf '%s' "$2" | tr '[:upper:]' '[:lower:]')
  address=${address%/}
  if ! printf '%s\n' "$address" | grep -Eqx '(https?://[a-z0-9.-]+|https?://\[[0-9a-f:.]+\])?(:[0-9]{1,5})?' ||
    [ -z "$address" ]; then
    echo "$1 must be an address such as https://www.example.co.za, without a path" >&2
    exit 1
  fi
  case ", $addresses, " in
    *", $address, "*) ;;
    *) addresses="${addresses:+$addresses, }$address" ;;
  esac
}
if [ "${SITE:-on}" = off ]; then
  export SITE_ROOT=/var/empty
  add API_URL "${API_URL:?must be set with SITE=off}"
else
  add SITE_URL "${SITE_ADDRESS:-https://localhost}"
  [ -z "$API_URL" ] || add API_URL "$API_URL"
fi
[ -z "$OFFICE_URL" ] || add OFFICE_URL "$OFFICE_URL"
export SITE_ADDRESS="$addresses"
exec "$@"
