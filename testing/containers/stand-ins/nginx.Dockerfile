# Stands in for nginx:1-alpine.
FROM localhost/stand-in-debian
RUN apt-get update && apt-get install --yes --no-install-recommends nginx-core \
 && rm -rf /var/lib/apt/lists/* /etc/nginx/sites-enabled/*
CMD ["nginx", "-g", "daemon off;"]
