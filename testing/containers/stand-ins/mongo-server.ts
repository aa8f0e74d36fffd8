import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';

import { startLogin, type Login } from '../../../packages/embedded-mongodb/login.ts';
import { startEmbeddedMongodb } from '../../../packages/embedded-mongodb/server.ts';
import {
  decodeRequest,
  encodeReply,
  readMessages,
} from '../../../packages/embedded-mongodb/wire.ts';
import { greeting, isGreeting } from '../../mongodb-front.ts';

type Document = Record<string, unknown>;

/** The name of a role in the account's own database, or a role in the given database. */
type Role = string | { role: string; db: string };

interface Privilege {
  resource: { db: string; collection: string };
  actions: string[];
}

/** The state besides the data: accounts, custom roles and the replica set. */
interface Kept {
  users: Record<string, { password: string; db: string; roles: Role[] }>;
  roles: Record<string, Privilege[]>;
  replicaSet?: { name: string; hosts: string[] };
}

const innerPort = 27_018;
const folder = '/data/db';
const file = `${folder}/accounts.json`;

/** Whether the volume is unused. */
export function isNew(): boolean {
  return !existsSync(file);
}

/** Writes the first account, which has all rights. */
export function keepRoot(user: string, password: string): void {
  keep({ users: { [user]: { password, db: 'admin', roles: ['root'] } }, roles: {} });
}

function keep(kept: Kept): void {
  writeFileSync(file, JSON.stringify(kept), { mode: 0o600 });
}

/**
 * Runs the embedded server like `mongod --replSet NAME --keyFile FILE`. The server requires logins,
 * checks the roles that this product uses, and reports itself as writable only after the replica
 * set is initiated.
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

/**
 * Replies to commands that the embedded server does not implement, and refuses those that the
 * account may not run. Undefined for commands to pass on to the embedded server.
 */
function answerItself(body: Document, kept: Kept, name: string | undefined): Document | undefined {
  if (isGreeting(body)) return { ...greeting(describe(kept)), ...mechanisms(body) };
  if ('ping' in body) return undefined;
  const [[command, target] = ['', '']] = Object.entries(body);
  const isRoot = hasRole(kept, name, 'root', 'admin');
  if (!isRoot && !mayRun(kept, name, command, { db: body.$db, collection: target })) {
    return { ok: 0, code: 13, codeName: 'Unauthorized', errmsg: `not authorized to ${command}` };
  }
  if ('replSetInitiate' in body) {
    const { _id, members } = body.replSetInitiate as { _id: string; members: { host: string }[] };
    kept.replicaSet = { name: _id, hosts: members.map(({ host }) => host) };
  } else if ('createUser' in body) {
    const [user, password, db] = [body.createUser, body.pwd, body.$db].map(String);
    kept.users[user ?? ''] = {
      password: password ?? '',
      db: db ?? '',
      roles: body.roles as Role[],
    };
  } else if ('createRole' in body) {
    kept.roles[String(body.createRole)] = body.privileges as Privilege[];
  } else if ('updateUser' in body) {
    const user = kept.users[String(body.updateUser)];
    if (!user) return { ok: 0, code: 11, errmsg: 'no such user' };
    user.password = String(body.pwd);
  } else return undefined;
  keep(kept);
  return { ok: 1 };
}

function hasRole({ users }: Kept, name: string | undefined, role: string, db: unknown): boolean {
  const user = name === undefined ? undefined : users[name];
  const given = user?.roles.map((one) =>
    typeof one === 'string' ? { role: one, db: user.db } : one,
  );
  return given?.some((one) => one.role === role && one.db === db) ?? false;
}

/**
 * Whether an account may run a command. As in MongoDB, `readWrite` does not allow `compact` and
 * `dropDatabase`, which need a custom role here; it is enough for the other commands.
 */
function mayRun(
  kept: Kept,
  name: string | undefined,
  command: string,
  { db, collection }: { db: unknown; collection: unknown },
): boolean {
  const needsMore = command === 'compact' || command === 'dropDatabase';
  if (!needsMore) return hasRole(kept, name, 'readWrite', db);
  return Object.entries(kept.roles).some(
    ([role, privileges]) =>
      hasRole(kept, name, role, db) &&
      privileges.some(
        ({ resource, actions }) =>
          resource.db === db && resource.collection === collection && actions.includes(command),
      ),
  );
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
