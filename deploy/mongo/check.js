// Health check: turns a new server into a single-member replica set, and passes once it accepts writes.
const fs = require('fs');

const password = fs.readFileSync('/run/secrets/mongo-root-password', 'utf8').trim();
const admin = connect('mongodb://127.0.0.1:27017/admin?directConnection=true');
admin.auth('root', password);
if (!admin.hello().setName) {
  const members = [{ _id: 0, host: 'mongo:27017' }];
  admin.runCommand({ replSetInitiate: { _id: 'rs0', members } });
}
quit(admin.hello().isWritablePrimary ? 0 : 1);
