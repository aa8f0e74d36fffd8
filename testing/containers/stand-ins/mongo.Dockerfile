# Stands in for mongo:8.0: the embedded server, behind logins as in a replica set of one.
FROM localhost/stand-in-node
RUN groupadd --gid 999 mongodb && useradd --uid 999 --gid 999 --no-create-home mongodb \
 && install -d -o 999 -g 999 /data/db /data/configdb
COPY --chmod=755 mongo/ /usr/local/lib/mongo/
RUN for name in mongod mongosh docker-entrypoint.sh; do \
      printf '#!/bin/sh\nexec node /usr/local/lib/mongo/mongo-programs.mjs %s "$@"\n' "$name" > "/usr/local/bin/$name" \
      && chmod 755 "/usr/local/bin/$name"; \
    done
VOLUME /data/db /data/configdb
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["mongod"]
