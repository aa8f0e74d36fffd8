# Stands in for node:24-bookworm-slim.
FROM localhost/stand-in-debian
COPY node/bin/node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
# The machine's own npm settings.
COPY npmrc /usr/local/etc/npmrc
COPY ca-certificates.crt /usr/local/etc/ca-certificates.crt
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
 && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
 && groupadd --gid 1000 node && useradd --uid 1000 --gid 1000 --create-home node
CMD ["node"]
