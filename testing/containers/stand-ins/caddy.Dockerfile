# Stands in for caddy:2-alpine.
FROM localhost/stand-in-debian
RUN apt-get update && apt-get install --yes --no-install-recommends caddy libcap2-bin netcat-openbsd \
 && setcap cap_net_bind_service=+ep /usr/bin/caddy && rm -rf /var/lib/apt/lists/* /var/lib/caddy
# Debian's Caddy is older than the image's.
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data BUFFER_BODIES=buffer_requests
WORKDIR /srv
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
