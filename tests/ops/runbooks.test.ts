import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { checks } from '../../office/checks/run-checks.ts';

const documents = readFileSync('docs/operations.md', 'utf8');

it('every check links to a section of docs/operations.md', () => {
  for (const [, , , runbook] of checks) expect(documents).toContain(`# ${runbook}\n`);
  const folder = 'office/checks';
  const source = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
  // The other sections are the last argument of a result.
  const others = source.join('\n').matchAll(/'((?:Redis|The|Webhooks)[\w ]*)'\)/g);
  const named = [...others].map(([, heading]) => heading);
  expect(named.length).toBeGreaterThan(3);
  for (const heading of named) expect(documents).toContain(`# ${heading}\n`);
});

it('each check comes after those that explain what it finds', () => {
  const seen = new Set<string>();
  for (const [id, , , , needs] of checks) {
    for (const need of needs) expect([id, need, seen.has(need)]).toEqual([id, need, true]);
    seen.add(id);
  }
});
