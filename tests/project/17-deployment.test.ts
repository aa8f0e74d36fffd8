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
import { expect, it, onTestFinished } from 'vitest';
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
