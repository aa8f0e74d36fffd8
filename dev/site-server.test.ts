import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';

import { serveSite } from '#support/serve-site.ts';
import { listen } from './ports.ts';
import type { ServedSite } from './site-server.ts';

let parent: string;
let site: ServedSite;

function write(root: string, name: string): void {
  for (const folder of [root, `${root}-headers`]) mkdirSync(folder, { recursive: true });
  for (const page of ['index', '404']) writeFileSync(join(root, `${page}.html`), `${page} ${name}`);
  const rules = { everywhere: { 'X-Policy': name }, immutable: {}, immutableFolders: [] };
  writeFileSync(join(`${root}-headers`, 'headers.json'), JSON.stringify(rules));
}

async function ask(path: string): Promise<string> {
  const answer = await fetch(site.url + path);
  return `${answer.status} ${answer.headers.get('x-policy')}: ${await answer.text()}`;
}

beforeEach(async () => {
  parent = mkdtempSync(join(tmpdir(), 'site-'));
  write(join(parent, 'dist'), 'first');
  site = await serveSite({ root: join(parent, 'dist') });
});

afterEach(async () => {
  await site.stop();
  rmSync(parent, { recursive: true });
});

it('serves pages and their headers, also after their folder is gone', async () => {
  rmSync(join(parent, 'dist'), { recursive: true });
  expect(await ask('/')).toBe('200 first: index first');
  expect(await ask('/nowhere')).toBe('404 first: 404 first');
});

/** Sends a request through the site to an enquiries desk, which responds with `answer`. */
async function askOffice(answer: (response: ServerResponse) => void): Promise<IncomingMessage> {
  const office = createServer((_request, response) => answer(response));
  const officeUrl = `http://127.0.0.1:${await listen(office)}`;
  const served = await serveSite({ root: join(parent, 'dist'), officeUrl });
  onTestFinished(async () => {
    await served.stop();
    office.close();
  });
  // Unlike fetch, `get` shows whether the response is complete.
  return new Promise((resolve) => {
    get(`${served.url}/ops/api/any`, (answered) => {
      answered.on('error', () => undefined);
      resolve(answered);
    });
  });
}

it('does not let an export look complete if the enquiries desk is killed halfway', async () => {
  const answer = await askOffice((response) => {
    response.writeHead(200, { 'Content-Type': 'text/csv' }).write('reference,name\r\n');
    setTimeout(() => response.destroy(), 100);
  });
  answer.resume();
  await new Promise((closed) => void answer.on('close', closed));
  expect([answer.statusCode, answer.complete]).toEqual([200, false]);
});
