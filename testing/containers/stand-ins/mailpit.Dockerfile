# Stands in for axllent/mailpit.
FROM localhost/stand-in-node
COPY mailpit/ /usr/local/lib/mailpit/
EXPOSE 1025 8025
CMD ["node", "/usr/local/lib/mailpit/mailpit.mjs"]
