// Runs once, on an empty volume: the account of the worker and the office.
const fs = require('fs');

const password = fs.readFileSync('/run/secrets/mongo-password', 'utf8').trim();
const enquiries = db.getSiblingDB('enquiries');
// Compacts files after an erasure, which readWrite does not permit.
const privileges = ['contactsubmissions', 'deletedsubmissions'].map((collection) => ({
  resource: { db: 'enquiries', collection },
  actions: ['compact'],
}));
enquiries.createRole({
  role: 'compacts',
  privileges,
  roles: [],
});
enquiries.createUser({ user: 'enquiries', pwd: password, roles: ['readWrite', 'compacts'] });
