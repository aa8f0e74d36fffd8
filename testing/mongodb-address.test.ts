import { expect, it } from 'vitest';

import { withDatabase, withLogin, withServer } from './mongodb-address.ts';

it.each([
  ['mongodb://127.0.0.1:27017', 'mongodb://127.0.0.1:27017/test'],
  ['mongodb://127.0.0.1:27017/enquiries', 'mongodb://127.0.0.1:27017/test'],
  ['mongodb://a:1,b:2/enquiries?replicaSet=rs0', 'mongodb://a:1,b:2/test?replicaSet=rs0'],
  ['mongodb+srv://cluster.example/enquiries', 'mongodb+srv://cluster.example/test'],
])('replaces the database in %s', (address, expected) => {
  expect(withDatabase(address, 'test')).toBe(expected);
});

it.each([
  ['mongodb://u:p@a:1,b:2/enquiries', 'mongodb://u:p@a:1,b:2/test?authSource=enquiries'],
  ['mongodb://u:p@a:1', 'mongodb://u:p@a:1/test?authSource=admin'],
  ['mongodb://u:p@a:1/?replicaSet=rs0', 'mongodb://u:p@a:1/test?replicaSet=rs0&authSource=admin'],
  ['mongodb://u:p@a:1/enquiries?authSource=staff', 'mongodb://u:p@a:1/test?authSource=staff'],
])('keeps the authentication database of %s', (address, expected) => {
  expect(withDatabase(address, 'test')).toBe(expected);
});

it('replaces the login in an address', () => {
  expect(withLogin('mongodb://u:p@a:1/x', 'other', 'secret')).toBe('mongodb://other:secret@a:1/x');
  expect(withLogin('mongodb://a:1/x', 'other', 'secret')).toBe('mongodb://other:secret@a:1/x');
});

it.each([
  ['mongodb://127.0.0.1:1/x', 'mongodb://127.0.0.1:9/x?directConnection=true'],
  [
    'mongodb://u:p%40@a:1,b:2/x?replicaSet=rs0',
    'mongodb://u:p%40@127.0.0.1:9/x?directConnection=true',
  ],
])('restricts %s to the given server', (address, expected) => {
  expect(withServer(address, '127.0.0.1:9')).toBe(expected);
});

it('rejects an SRV address, because its servers cannot be replaced', () => {
  expect(() => withServer('mongodb+srv://cluster.example/x', '127.0.0.1:9')).toThrow('by name');
});
