import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';

import {
  address,
  flag,
  list,
  parseAddress,
  port,
  processSettings,
  readSettings,
  SettingsError,
} from './settings.ts';

const schema = z.object({
  API_PORT: port.default(3001),
  REDIS_URL: address('redis:', 'rediss:'),
  CANARY: flag.default(false),
  ORIGINS: list.default([]),
});

it('parses the environment into typed values with defaults', () => {
  expect(readSettings(schema, { REDIS_URL: 'redis://localhost', API_PORT: '' })).toEqual({
    API_PORT: 3001,
    REDIS_URL: 'redis://localhost',
    CANARY: false,
    ORIGINS: [],
  });
  expect(
    readSettings(schema, {
      REDIS_URL: 'rediss://cache:6380/1',
      CANARY: 'true',
      ORIGINS: 'https://a.example, https://b.example,',
    }),
  ).toMatchObject({ CANARY: true, ORIGINS: ['https://a.example', 'https://b.example'] });
});

it('names every invalid variable without its value', () => {
  const read = () => readSettings(schema, { API_PORT: 'high', REDIS_URL: 'http://secret@x' });
  expect(read).toThrow(SettingsError);
  expect(read).toThrow(/API_PORT: must be a number\n {2}REDIS_URL: must be an address/);
  expect(read).not.toThrow(/secret/);
});

it('names a missing variable', () => {
  expect(() => readSettings(schema, {})).toThrow(/REDIS_URL: /);
});

it('reads a setting from the file that its _FILE variable names, unless it is set directly', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'redis-url');
  writeFileSync(file, 'redis://:secret@redis:6379\n');
  const fromFile = { REDIS_URL: '', REDIS_URL_FILE: file };
  expect(readSettings(schema, fromFile).REDIS_URL).toBe('redis://:secret@redis:6379');
  const both = { ...fromFile, REDIS_URL: 'redis://other' };
  expect(readSettings(schema, both).REDIS_URL).toBe('redis://other');
});

it('names the _FILE variable whose file cannot be read', () => {
  const read = () => readSettings(schema, { REDIS_URL_FILE: '/nowhere/redis-url' });
  expect(read).toThrow(SettingsError);
  expect(read).toThrow(/REDIS_URL_FILE: cannot be read/);
});

it.each([
  ['redis:MARKED', /REDIS_URL: must be an address with a host/],
  ['redis:///MARKED', /REDIS_URL: must be an address with a host/],
  ['redis://user:50%MARKED@host', /REDIS_URL: must have a percent-encoded username and password/],
  ['redis://MARKED%zz@host', /REDIS_URL: must have a percent-encoded username and password/],
])('rejects the invalid address %s without repeating it', (url, message) => {
  const read = () => readSettings(schema, { REDIS_URL: url });
  expect(read).toThrow(message);
  expect(read).not.toThrow(/MARKED/);
});

it.each([
  [{ REDIS_URL: 'redis://MARKED,b' }, /REDIS_URL: must be one address/],
  [{ REDIS_URL: 'redis://host/MARKED' }, /REDIS_URL: must be one address/],
  [{ REDIS_URL: 'redis+cluster://MARKED:7000,b' }, /REDIS_URL: .*: drain the queues first/],
  [{ REDIS_URL: 'rediss+sentinel://MARKED/name' }, /REDIS_URL: .*: drain the queues first/],
  [{ REDIS_WAIT_REPLICAS: '1' }, /REDIS_WAIT_REPLICAS: .*: drain the queues first/],
])('refuses %j, which is not one Redis, in words', (env, message) => {
  const read = () => readSettings(z.object(processSettings), env);
  expect(read).toThrow(message);
  expect(read).not.toThrow(/MARKED/);
});

it.each(['redis://host', 'rediss://user:p%40ss@[::1]:7000/2', 'redis://:secret@host:6379/'])(
  'accepts %s',
  (REDIS_URL) => {
    const env = { REDIS_URL, REDIS_WAIT_REPLICAS: '0' };
    expect(readSettings(z.object(processSettings), env).REDIS_URL).toBe(REDIS_URL);
  },
);

it('accepts the hosts of a replica set, with or without ports', () => {
  const schema = z.object({ MONGODB_URI: address('mongodb:', 'mongodb+srv:') });
  for (const url of [
    'mongodb://a:27017,b:27018,c:27019/enquiries?replicaSet=rs0',
    'mongodb://user:pass%2Fword@a:27017,b:27018',
    'mongodb://a,b:27018/enquiries',
    'mongodb+srv://user:pass@cluster.example.net/enquiries',
  ]) {
    expect(readSettings(schema, { MONGODB_URI: url }).MONGODB_URI).toBe(url);
    expect(parseAddress(url)?.host).toMatch(/^(a(:27017)?|cluster\.example\.net)$/);
  }
});

it('accepts percent-encoded credentials', () => {
  const url = 'redis://user:50%25off%40@host';
  expect(readSettings(schema, { REDIS_URL: url }).REDIS_URL).toBe(url);
});
