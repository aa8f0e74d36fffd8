# In the place of redis:7.4-alpine, whose user has these numbers and whose tar is Busybox's: it takes a
# file that grows meanwhile as it was.
FROM localhost/stand-in-debian
RUN groupadd --gid 1000 redis && useradd --uid 999 --gid 1000 --no-create-home redis \
 && apt-get update && apt-get install --yes --no-install-recommends busybox redis-server \
 && ln -s /bin/busybox /usr/local/bin/tar && rm -rf /var/lib/apt/lists/* /etc/redis && install -d -o 999 -g 1000 /data
VOLUME /data
WORKDIR /data
CMD ["redis-server"]
