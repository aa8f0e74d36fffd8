import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { siteSettingsFrom } from '#contract/site-settings.ts';
import { writeHeaders } from './headers.ts';

const styles = ['.a{color:red}', '.b{color:blue}'];
const script = `go('/assets/island.js')`;
const inline = `<script type="module">${script}</script>`;
const data = '<script type="application/ld+json">{}</script>';
let parent: string;
let dist: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'headers-'));
  dist = join(parent, 'dist');
  await mkdir(dist);
});

afterEach(() => rm(parent, { recursive: true }));

async function headers(settings: Record<string, string> = {}) {
  await writeHeaders(dist, {
    settings: siteSettingsFrom(settings),
    pages: styles.map((style) => `<style>${style}</style>${data}${inline}`),
    files: ['index.html', 'assets/island-a1b2.js'],
  });
  const text = await readFile(`${dist}-headers/headers.json`, 'utf8');
  return (JSON.parse(text) as { everywhere: Record<string, string> }).everywhere;
}

async function policy(settings?: Record<string, string>): Promise<string> {
  return (await headers(settings))['Content-Security-Policy'] ?? '';
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

it('allows inline styles and scripts only by their hashes, and files of the site', async () => {
  const contentPolicy = await policy();
  expect(contentPolicy).toContain(`default-src 'none';`);
  expect(contentPolicy).toContain(`style-src 'self' ${styles.map(hash).join(' ')};`);
  expect(contentPolicy).toContain(`script-src 'self' ${hash(script)};`);
  expect(contentPolicy).toContain(`frame-ancestors 'none'`);
  expect(contentPolicy).not.toContain('unsafe');
});

it('lets the form be sent to an API on another origin', async () => {
  expect(await policy()).toContain(`connect-src 'self'; form-action 'self';`);
  expect(await policy({ API_URL: 'https://api.example.org/' })).toContain(
    `connect-src 'self' https://api.example.org; form-action 'self' https://api.example.org;`,
  );
});

const analytics = {
  CSP_SCRIPT_SRC: 'https://stats.example/js/ https://more.example',
  CSP_CONNECT_SRC: 'https://stats.example',
};

it('allows the configured sources of scripts and data', async () => {
  const contentPolicy = await policy(analytics);
  expect(contentPolicy).toContain(
    `${hash(script)} https://stats.example/js/ https://more.example; style-src`,
  );
  expect(contentPolicy).toContain(`connect-src 'self' https://stats.example; form-action 'self';`);
});

it.each(["'unsafe-inline'", 'https://a.example; img-src *', '*', 'http://a.example', '$$'])(
  'refuses %j as a source, and names the setting',
  (source) => {
    expect(() => siteSettingsFrom({ CSP_SCRIPT_SRC: source })).toThrow('CSP_SCRIPT_SRC must be');
  },
);

it('extends HSTS to subdomains only if configured', async () => {
  const name = 'Strict-Transport-Security';
  expect((await headers())[name]).toBe('max-age=31536000');
  expect((await headers({ HSTS_INCLUDE_SUBDOMAINS: 'true' }))[name]).toBe(
    'max-age=31536000; includeSubDomains',
  );
});

it('lists each cacheable file, so that no 404 is cached for a year', async () => {
  await policy();
  const text = await readFile(join(dist, '_headers'), 'utf8');
  expect(text).toContain(
    '/assets/island-a1b2.js\n  Cache-Control: public, max-age=31536000, immutable',
  );
  expect(text.match(/.*\*.*/g)).toEqual(['/*']);
});

it('writes the same headers for every web server', async () => {
  const contentPolicy = await policy();
  for (const file of [join(dist, '_headers'), `${dist}-headers/headers.caddy`]) {
    const text = await readFile(file, 'utf8');
    expect(text).toContain(contentPolicy);
    expect(text).toMatch(/X-Content-Type-Options:? "?nosniff/);
    expect(text).toMatch(/Strict-Transport-Security:? "?max-age=31536000/);
  }
});
