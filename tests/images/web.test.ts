import { request } from 'node:http';
import { describe, expect, inject, it } from 'vitest';

import { promisesOf } from '../deploy/promises.ts';
import { run, server } from './product.ts';

async function readRules() {
  const source = await run('docker compose exec -T web cat /etc/caddy/headers.caddy');
  const [, block = ''] = /^header \{\n([^]*?)^\}/m.exec(source) ?? [];
  const lines = [...block.matchAll(/^\t(\S+) "(.*)"$/gm)];
  const [, immutable = ''] = /^header @immutable Cache-Control "(.*)"$/m.exec(source) ?? [];
  return {
    everywhere: Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value])),
    immutable: { 'Cache-Control': immutable },
  };
}

describe('the site in its container', async () => {
  const rules = await readRules();
  expect(Object.keys(rules.everywhere)).toContain('Strict-Transport-Security');
  promisesOf(server, ['br', 'gzip'], inject('site'), rules);
});

it('redirects HTTP to HTTPS', async () => {
  const answer = await new Promise<object>((resolve, reject) => {
    const options = { host: '127.0.0.1', path: '/terms', headers: { Host: 'localhost' } };
    request(options, (response) => {
      response.resume();
      resolve({ status: response.statusCode, location: response.headers.location });
    })
      .on('error', reject)
      .end();
  });
  expect(answer).toEqual({ status: 308, location: 'https://localhost/terms' });
});
