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
import { parse } from 'yaml';

import { siteEnv } from '../../contract/site-settings.ts';
import { projectRoot } from '../../dev/processes.ts';

interface Service {
  build?: { dockerfile: string; target?: string; args?: Record<string, string | null> };
  image?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string;
  ports?: string[];
  secrets?: string[];
  networks?: string[];
  environment?: Record<string, string | number>;
  healthcheck?: object;
}

interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
  secrets: Record<string, { file: string }>;
}

const compose = parse(readProjectFile('docker-compose.yml'), { merge: true }) as Compose;
const ours = ['web', 'api', 'worker', 'office', 'backup', 'redis', 'mongo'];

function readProjectFile(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8');
}

it.each(ours)('%s has only the privileges that it needs', (name) => {
  const service = compose.services[name];
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    mem_limit: expect.any(String) as string,
    ...(name !== 'backup' && { healthcheck: expect.any(Object) as object }),
  });
});

it('only the web server is reachable from other machines', () => {
  const open = Object.entries(compose.services).filter(([, { ports = [] }]) =>
    ports.some((port) => !port.startsWith('127.0.0.1:')),
  );
  expect(open.map(([name]) => name)).toEqual(['web']);
});

it('each store has its own isolated network', () => {
  const { redis, mongo } = compose.services;
  expect([redis?.networks, mongo?.networks]).toEqual([['queues'], ['data']]);
  expect(compose.networks).toEqual({ queues: { internal: true }, data: { internal: true } });
  expect(servicesOn('queues')).toEqual(['api', 'backup', 'office', 'redis', 'worker']);
});

it('only the worker, the office and the backup can reach MongoDB', () => {
  expect(servicesOn('data')).toEqual(['backup', 'mongo', 'office', 'worker']);
  const trusted = Object.entries(compose.services).filter(([, { secrets = [] }]) =>
    secrets.includes('mongodb-uri'),
  );
  expect(trusted.map(([name]) => name).sort()).toEqual(['backup', 'office', 'worker']);
  // The API gets every setting in .env, so docker-compose.yml has to empty this one.
  expect(compose.services.api?.environment).toMatchObject({ MONGODB_URI: '' });
  expect(compose.services.api?.environment).not.toHaveProperty('MONGODB_URI_FILE');
});

it('the worker and the office read SMTP_URL from a secret file, not from the environment', () => {
  const holders = Object.entries(compose.services).filter(([, { secrets = [] }]) =>
    secrets.includes('smtp-url'),
  );
  expect(holders.map(([name]) => name).sort()).toEqual(['office', 'worker']);
  for (const [, { environment }] of holders) {
    expect(environment).toMatchObject({ SMTP_URL_FILE: '/run/secrets/smtp-url' });
  }
  for (const { environment = {} } of Object.values(compose.services)) {
    expect(environment.SMTP_URL || '').toBe('');
  }
});

function servicesOn(network: string): string[] {
  return Object.entries(compose.services)
    .filter(([, { networks = ['default'] }]) => networks.includes(network))
    .map(([name]) => name)
    .sort();
}

it.each(['web', 'api'])(
  'the pages of the %s image are built with all settings of the site',
  (name) => {
    const names = Object.keys(siteEnv.shape).sort();
    const { dockerfile = '', args = {} } = compose.services[name]?.build ?? {};
    expect(Object.keys(args).sort()).toEqual(names);
    const declared = [...readProjectFile(dockerfile).matchAll(/^ARG (\w+)$/gm)];
    expect(declared.map(([, declaredName]) => declaredName).sort()).toEqual(names);
  },
);

it('the build context has every file that the images copy', () => {
  const given = readProjectFile('.dockerignore');
  for (const file of ['deploy/web.Dockerfile', 'deploy/server.Dockerfile']) {
    const copies = readProjectFile(file).matchAll(/^COPY (?!--from)(.+) \S+$/gm);
    for (const path of [...copies].flatMap(([, paths = '']) => paths.split(' '))) {
      expect(given).toContain(`\n!${path}\n`);
    }
  }
});

it('make-secrets.sh creates every missing secret, and overwrites none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(projectRoot, 'deploy/make-secrets.sh'), join(folder, 'deploy/make-secrets.sh'));
  const readSecrets = () =>
    Object.values(compose.secrets).map(({ file }) => readFileSync(join(folder, file), 'utf8'));
  const make = (input: string) =>
    execFileSync('sh', [join(folder, 'deploy/make-secrets.sh')], { input, stdio: 'pipe' });
  make('');
  make('smtp://mailpit:1025\n');
  const first = readSecrets();
  expect(first).toContain('smtp://mailpit:1025\n');
  make('smtp://another:25\n');
  expect(readSecrets()).toEqual(first);
  expect(readdirSync(join(folder, 'secrets')).sort()).toEqual(Object.keys(compose.secrets).sort());
});

it('make-secrets.sh stops if it cannot generate a password, and leaves no empty file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = join(folder, 'deploy/make-secrets.sh');
  cpSync(join(projectRoot, 'deploy/make-secrets.sh'), script);
  const broken = join(folder, 'bin/openssl');
  mkdirSync(join(folder, 'bin'));
  writeFileSync(broken, '#!/bin/sh\nexit 127\n', { mode: 0o755 });
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}` };
  const make = () => execFileSync('sh', [script], { input: '', stdio: 'pipe', env });
  expect(make).toThrow('Command failed');
  rmSync(broken);
  make();
  expect(readFileSync(join(folder, 'secrets/redis-url'), 'utf8')).toMatch(/:\w{48}@redis:/);
});
