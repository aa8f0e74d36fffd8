// The programs of the MongoDB image, with the features that the product's files and runbooks use.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { createRequire } from 'node:module';
import { EJSON } from 'bson';
import type { MongoClient } from 'mongodb';

import { withMongodb } from '../../mongodb-address.ts';
import { isNew, keepRoot, serve } from './mongo-server.ts';

type Document = Record<string, unknown>;

interface LoggedIn {
  username?: string;
  password?: string;
}

const [program = '', ...args] = process.argv.slice(2);
const local = 'mongodb://127.0.0.1:27017';
const initFolder = '/docker-entrypoint-initdb.d';

const programs: Record<string, () => unknown> = {
  'docker-entrypoint.sh': startFirst,
  mongod: () => serve(args),
  mongosh: shell,
  command: runOne,
};
await programs[program]?.();

/** Starts the server. On an empty volume, adds the root account and runs the initial scripts. */
async function startFirst(): Promise<void> {
  const fresh = isNew();
  const username = process.env.MONGO_INITDB_ROOT_USERNAME ?? '';
  const password = readFileSync(process.env.MONGO_INITDB_ROOT_PASSWORD_FILE ?? '', 'utf8').trim();
  if (fresh) keepRoot(username, password);
  await serve(args);
  const scripts = fresh && existsSync(initFolder) ? readdirSync(initFolder) : [];
  for (const script of scripts) {
    const login = ['--username', username, '--password', password];
    const child = spawn('mongosh', [...login, '--file', `${initFolder}/${script}`], {
      stdio: 'inherit',
    });
    const [code] = (await once(child, 'exit')) as [number];
    if (code !== 0) throw new Error(`${script} failed.`);
  }
}

/** Runs JavaScript like mongosh: a call returns its result instead of a promise. */
function shell(): void {
  const values = readOptions();
  const { file } = values;
  const source = values.eval ?? readFileSync(file ?? 0, 'utf8');
  const shellObjects = {
    require: createRequire('/'),
    print: console.log,
    quit: (code = 0) => process.exit(code),
    passwordPrompt: () => process.env.NEW_PASSWORD,
    connect: (uri: string) => database(new URL(uri).pathname.slice(1), {}),
    ...(!values.nodb && { db: database('test', values) }),
  };
  const result: unknown = runInContext(source, createContext(shellObjects));
  if (!file && result !== undefined) console.log(result);
}

function database(name: string, login: LoggedIn) {
  const run = (command: Document): Document => {
    const { username, password } = login;
    const input = EJSON.stringify({ name, command, username, password });
    const [node = '', script = ''] = process.argv;
    const { stdout, stderr, status } = spawnSync(node, [script, 'command'], { input });
    if (status !== 0) throw new Error(stderr.toString());
    return EJSON.parse(stdout.toString()) as Document;
  };
  return {
    auth(username: string, password: string) {
      Object.assign(login, { username, password });
      return run({ hello: 1 });
    },
    hello: () => run({ hello: 1 }),
    runCommand: run,
    adminCommand: run,
    createUser: ({ user, ...rest }: Document) => run({ createUser: user, ...rest }),
    createRole: ({ role, ...rest }: Document) => run({ createRole: role, ...rest }),
    changeUserPassword: (user: string, pwd: string) => run({ updateUser: user, pwd }),
    getSiblingDB: (other: string) => database(other, login),
  };
}

/** Reads a login and a command from standard input, and prints the server's reply. */
async function runOne(): Promise<void> {
  const input = EJSON.parse(readFileSync(0, 'utf8')) as LoggedIn & {
    name: string;
    command: Document;
  };
  const answer = await withServer(input, (client) => client.db(input.name).command(input.command));
  process.stdout.write(EJSON.stringify(answer));
}

function withServer<Result>(
  { username, password = '' }: LoggedIn,
  work: (client: MongoClient) => Promise<Result>,
): Promise<Result> {
  const auth = username === undefined ? {} : { auth: { username, password }, authSource: 'admin' };
  return withMongodb(local, work, { directConnection: true, ...auth });
}

function readOptions() {
  const [text, yes] = [{ type: 'string' }, { type: 'boolean' }] as const;
  const login = { username: text, password: text, authenticationDatabase: text };
  const ofShell = { nodb: yes, file: text, eval: text };
  return parseArgs({ args, options: { quiet: yes, ...login, ...ofShell } }).values;
}
