/* global db */
// Runs once, on an empty volume: the account of the worker and the office.
const fs = require('fs');

const password = fs.readFileSync('/run/secrets/mongo-password', 'utf8').trim();
const roles = [{ role: 'readWrite', db: 'enquiries' }];
db.getSiblingDB('enquiries').createUser({ user: 'enquiries', pwd: password, roles });
