# The built site behind Caddy. The firm's details are in firm/.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json vite.config.ts ./
COPY firm firm
COPY packages/contract packages/contract
COPY packages/design packages/design
COPY site site
ARG API_URL
ARG CSP_SCRIPT_SRC
ARG CSP_CONNECT_SRC
ARG HSTS_INCLUDE_SUBDOMAINS
ARG RETENTION_MONTHS
ARG SITE_URL
RUN NODE_ENV=production npm run build:site

FROM caddy:2-alpine@sha256:5f5c8640aae01df9654968d946d8f1a56c497f1dd5c5cda4cf95ab7c14d58648
RUN install -d -o 1000 -g 1000 /var/lib/caddy
ENV XDG_DATA_HOME=/var/lib/caddy XDG_CONFIG_HOME=/tmp
COPY deploy/Caddyfile deploy/start-web.sh /etc/caddy/
COPY --from=build /app/dist-headers/headers.caddy /etc/caddy/headers.caddy
COPY --from=build /app/dist /srv
USER 1000:1000
ENTRYPOINT ["sh", "/etc/caddy/start-web.sh"]
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile"]
