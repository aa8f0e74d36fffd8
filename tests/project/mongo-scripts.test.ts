import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';

import { projectRoot } from '../../dev/processes.ts';

const secrets: Record<string, string> = {
  '/run/secrets/mongo-root-password': 'of root\n',
  '/run/secrets/mongo-password': 'of enquiries\n',
};

/** Runs a script of `deploy/mongo/` with the globals of mongosh. */
function run(script: string, given: object): void {
  const require = (name: string) => {
    expect(name).toBe('fs');
    return { readFileSync: (path: string) => secrets[path] };
  };
  const source = readFileSync(join(projectRoot, 'deploy/mongo', script), 'utf8');
  runInNewContext(source, { require, ...given }, { filename: script });
}

it('the account of the worker and the office can read, write and compact', () => {
  const createRole = vi.fn();
  const createUser = vi.fn();
  const getSiblingDB = vi.fn(() => ({ createRole, createUser }));
  run('create-user.js', { db: { getSiblingDB } });
  expect(getSiblingDB.mock.calls).toEqual([['enquiries']]);
  const privileges = ['contactsubmissions', 'deletedsubmissions'].map((collection) => ({
    resource: { db: 'enquiries', collection },
    actions: ['compact'],
  }));
  expect(createRole.mock.calls).toEqual([[{ role: 'compacts', privileges, roles: [] }]]);
  expect(createUser.mock.calls).toEqual([
    [{ user: 'enquiries', pwd: 'of enquiries', roles: ['readWrite', 'compacts'] }],
  ]);
  expect(createRole.mock.invocationCallOrder[0]).toBeLessThan(
    createUser.mock.invocationCallOrder[0] ?? 0,
  );
});

it.each([
  ['turns a new server into a replica set, and fails', {}, true, 1],
  ['fails if the server is no primary yet', { setName: 'rs0', isWritablePrimary: false }, false, 1],
  ['passes if the server accepts writes', { setName: 'rs0', isWritablePrimary: true }, false, 0],
])('the health check logs in, and %s', (_what, hello, initiates, code) => {
  const auth = vi.fn();
  const runCommand = vi.fn();
  const connect = vi.fn(() => ({ auth, runCommand, hello: () => hello }));
  const quit = vi.fn();
  run('check.js', { connect, quit });
  expect(auth.mock.calls).toEqual([['root', 'of root']]);
  const members = [{ _id: 0, host: 'mongo:27017' }];
  const initiate = [{ replSetInitiate: { _id: 'rs0', members } }];
  expect(runCommand.mock.calls).toEqual(initiates ? [initiate] : []);
  expect(quit.mock.calls).toEqual([[code]]);
});
