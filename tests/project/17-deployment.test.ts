import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

import { projectRoot } from '../../dev/processes.ts';

interface Compose {
  services: Record<
    string,
    { image?: string; ports?: string[]; secrets?: string[]; networks?: string[] }
  >;
  networks: Record<string, { internal?: boolean }>;
  secrets: Record<string, { file: string }>;
}

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const compose = parse(read('docker-compose.yml'), { merge: true }) as Compose;
const services = Object.entries(compose.services);
const recipes = ['deploy/server.Dockerfile', 'deploy/web.Dockerfile'];

it.each(['web', 'api', 'worker', 'office', 'backup', 'redis', 'mongo'])(
  '%s has only the privileges that it needs',
  (name) => {
    expect(compose.services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  },
);

it('only the web server is reachable from other machines', () => {
  const open = services.filter(([, { ports = [] }]) =>
    ports.some((port) => !port.startsWith('127.0.0.1:')),
  );
  expect(open.map(([name]) => name)).toEqual(['web']);
});

it('the API has neither the address of MongoDB nor a way to it', () => {
  const on = (network: string) =>
    services.filter(([, { networks = [] }]) => networks.includes(network)).map(([name]) => name);
  const given = services.filter(([, { secrets = [] }]) => secrets.includes('mongodb-uri'));
  expect(compose.networks).toEqual({ queues: { internal: true }, data: { internal: true } });
  expect(on('data').sort()).toEqual(['backup', 'mongo', 'office', 'worker']);
  expect(given.map(([name]) => name).sort()).toEqual(['backup', 'office', 'worker']);
  // The API gets every setting in .env, so docker-compose.yml has to empty this one.
  expect(compose.services.api).toMatchObject({ environment: { MONGODB_URI: '', SMTP_URL: '' } });
});

it('on Kubernetes neither, and every document is one', () => {
  const folder = join(projectRoot, 'deploy/kubernetes');
  const documents = readdirSync(folder).flatMap((file) =>
    parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS() as { apiVersion: string; kind: string; metadata: { name: string } };
    }),
  );
  const holding = (text: string, kinds: string[]) =>
    documents
      .filter((one) => kinds.includes(one.kind) && JSON.stringify(one).includes(text))
      .map(({ metadata }) => metadata.name);
  expect(holding('"key":"MONGODB_URI"', ['Deployment', 'CronJob'])).toEqual([
    'backup',
    'office',
    'worker',
  ]);
  expect(holding('"port":27017', ['NetworkPolicy'])).toEqual(['office', 'worker', 'backup']);
});

it('registry images are pinned by digest', () => {
  const bases = recipes.flatMap((file) => [...read(file).matchAll(/^FROM (?:--\S+ )?(\S+:\S+)/gm)]);
  const images = services.flatMap(([, { image }]) => image ?? []);
  for (const name of [...bases.map(([, base = '']) => base), ...images]) {
    expect(name).toMatch(/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
  }
});

it('the build context has every file that the images copy', () => {
  const given = read('.dockerignore');
  for (const [, paths = ''] of recipes.flatMap((file) => [
    ...read(file).matchAll(/^COPY (?!--from)(.+) \S+$/gm),
  ])) {
    for (const path of paths.split(' ')) expect(given).toContain(`\n!${path}\n`);
  }
});

it('make-secrets.sh makes every secret, overwrites none, and stops where it cannot', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = join(folder, 'deploy/make-secrets.sh');
  cpSync(join(projectRoot, 'deploy/make-secrets.sh'), script);
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/openssl'), '#!/bin/sh\nexit 127\n', { mode: 0o755 });
  const make = (input: string, path = '') => {
    const env = { ...process.env, PATH: `${path}${process.env.PATH ?? ''}` };
    return execFileSync('sh', [script], { input, stdio: 'pipe', env });
  };
  const readAll = () =>
    Object.values(compose.secrets).map(({ file }) => readFileSync(join(folder, file), 'utf8'));
  expect(() => make('', `${join(folder, 'bin')}:`)).toThrow('Command failed');
  make('smtp://mailpit:1025\n');
  const first = readAll();
  expect(first.every((secret) => secret.length > 10)).toBe(true);
  make('smtp://another:25\n');
  expect(readAll()).toEqual(first);
});

/** Runs a script of deploy/mongo with these globals of mongosh. */
function runInMongosh(script: string, globals: object): void {
  const files = { readFileSync: (path: string) => `of ${path.split('/').at(-1)}\n` };
  const context = { require: () => files, ...globals };
  runInNewContext(read(`deploy/mongo/${script}`), context, { filename: script });
}

it("the worker's and the office's account can read, write and compact", () => {
  const [createRole, createUser] = [vi.fn(), vi.fn()];
  runInMongosh('create-user.js', { db: { getSiblingDB: () => ({ createRole, createUser }) } });
  const roles = ['readWrite', 'compacts'];
  expect(createRole.mock.calls).toMatchObject([[{ role: 'compacts' }]]);
  expect(createUser.mock.calls).toEqual([[{ user: 'enquiries', pwd: 'of mongo-password', roles }]]);
});

it.each([
  ['makes a new server a replica set, and fails', {}, 1, 1],
  ['fails before the server is primary', { setName: 'rs0', isWritablePrimary: false }, 0, 1],
  ['passes once it takes writes', { setName: 'rs0', isWritablePrimary: true }, 0, 0],
])("MongoDB's health check %s", (_what, hello, initiates, code) => {
  const [auth, runCommand, quit] = [vi.fn(), vi.fn(), vi.fn()];
  const connect = () => ({ auth, runCommand, hello: () => hello });
  runInMongosh('check.js', { connect, quit });
  expect(auth.mock.calls).toEqual([['root', 'of mongo-root-password']]);
  expect(runCommand).toHaveBeenCalledTimes(initiates);
  expect(quit.mock.calls).toEqual([[code]]);
});
