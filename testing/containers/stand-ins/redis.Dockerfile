# Stands in for redis:7.4-alpine, with its user ids, and with Busybox's tar, which does not fail if a
# file grows while it is read.
FROM localhost/stand-in-debian
RUN groupadd --gid 1000 redis && useradd --uid 999 --gid 1000 --no-create-home redis \
 && apt-get update && apt-get install --yes --no-install-recommends busybox redis-server \
 && ln -s /bin/busybox /usr/local/bin/tar && rm -rf /var/lib/apt/lists/* /etc/redis && install -d -o 999 -g 1000 /data
VOLUME /data
WORKDIR /data
CMD ["redis-server"]
