import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';

import { startEmbeddedMongodb } from '../../../dev/embedded-mongodb/server.ts';
import { decodeRequest, encodeReply, readMessages } from '../../../dev/embedded-mongodb/wire.ts';
import { greeting, isGreeting } from '../../mongodb-front.ts';
import { startLogin, type Login } from './mongo-login.ts';

type Document = Record<string, unknown>;

interface User {
  password: string;
  roles: { role: string; db: string }[];
}

/** What is kept beside the data: the accounts, and who is in the replica set. */
interface Kept {
  users: Record<string, User>;
  replicaSet?: { name: string; hosts: string[] };
}

const innerPort = 27_018;
const folder = '/data/db';
const file = `${folder}/accounts.json`;

/** Whether the volume has never been used. */
export function isNew(): boolean {
  return !existsSync(file);
}

/** Writes the first account, which may do anything. */
export function keepRoot(user: string, password: string): void {
  keep({ users: { [user]: { password, roles: [{ role: 'root', db: 'admin' }] } } });
}

function keep(kept: Kept): void {
  writeFileSync(file, JSON.stringify(kept), { mode: 0o600 });
}

/**
 * Serves the embedded server as `mongod --replSet NAME --keyFile FILE` does: behind logins, with
 * the rights of the roles that this product gives, and written to once the set is initiated.
 */
export async function serve(args: string[]): Promise<void> {
  const keyFile = args[args.indexOf('--keyFile') + 1] ?? '';
  if ((statSync(keyFile).mode & 0o077) !== 0) {
    throw new Error(`permissions on ${keyFile} are too open`);
  }
  const inner = await startEmbeddedMongodb({ port: innerPort, dataDir: folder });
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept;
  const sockets = new Set<Socket>();
  const front = createServer((client) => {
    sockets.add(client.on('close', () => sockets.delete(client)));
    answerAll(client, kept).catch(() => client.destroy());
  });
  await once(front.listen(27_017, '0.0.0.0'), 'listening');
  process.once('SIGTERM', () => {
    front.close();
    for (const socket of sockets) socket.destroy();
    void inner.close().then(() => process.exit(0));
  });
}

async function answerAll(client: Socket, kept: Kept): Promise<void> {
  const upstream = connect(innerPort, '127.0.0.1');
  upstream.pipe(client);
  upstream.on('error', () => client.destroy());
  client.on('error', () => upstream.destroy());
  client.on('close', () => upstream.destroy());
  let login: Login | undefined;
  for await (const message of readMessages(client)) {
    const request = decodeRequest(Buffer.from(message));
    if ('saslStart' in request.body) login = startLogin((name) => kept.users[name]?.password);
    const answer =
      'saslStart' in request.body || 'saslContinue' in request.body
        ? login?.answer(request.body)
        : answerItself(request.body, kept, login?.user);
    if (answer) client.write(encodeReply(request, answer));
    else upstream.write(message);
  }
}

/** The answer to what is no matter of the embedded server, or which it is not asked at all. */
function answerItself(body: Document, kept: Kept, name: string | undefined): Document | undefined {
  if (isGreeting(body)) return { ...greeting(describe(kept)), ...mechanisms(body) };
  if ('ping' in body) return undefined;
  const [command = ''] = Object.keys(body);
  const roles = name === undefined ? [] : (kept.users[name]?.roles ?? []);
  const isRoot = roles.some(({ role }) => role === 'root');
  const mayWrite = roles.some(({ role, db }) => role === 'readWrite' && db === body.$db);
  // As in MongoDB, who may read and write may not compact.
  if (!isRoot && (!mayWrite || command === 'compact' || command === 'dropDatabase')) {
    return { ok: 0, code: 13, codeName: 'Unauthorized', errmsg: `not authorized to ${command}` };
  }
  if ('replSetInitiate' in body) {
    const { _id, members } = body.replSetInitiate as { _id: string; members: { host: string }[] };
    kept.replicaSet = { name: _id, hosts: members.map(({ host }) => host) };
  } else if ('createUser' in body) {
    const {
      createUser,
      pwd,
      roles: given,
    } = body as { createUser: string; pwd: string; roles: User['roles'] };
    kept.users[createUser] = { password: pwd, roles: given };
  } else if ('updateUser' in body) {
    const user = kept.users[String(body.updateUser)];
    if (!user) return { ok: 0, code: 11, errmsg: 'no such user' };
    user.password = String(body.pwd);
  } else return undefined;
  keep(kept);
  return { ok: 1 };
}

function describe({ replicaSet }: Kept): Document {
  if (!replicaSet) return { isWritablePrimary: false, ismaster: false, isreplicaset: true };
  const { name, hosts } = replicaSet;
  return {
    setName: name,
    setVersion: 1,
    hosts,
    me: hosts[0],
    primary: hosts[0],
    maxWireVersion: 17,
  };
}

function mechanisms(body: Document): Document {
  return 'saslSupportedMechs' in body ? { saslSupportedMechs: ['SCRAM-SHA-256'] } : {};
}
