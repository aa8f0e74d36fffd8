import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { describe, expect, it } from 'vitest';

import { projectRoot } from '../../dev/processes.ts';

const call = /logger\??\.(debug|info|warn|error|fatal)\(/g;
const folders = ['api', 'worker', 'office', 'storage', 'platform'];

interface LogEvent {
  level: string;
  event: string;
  file: string;
}

function sourceFiles(): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => join(folder, file)),
  );
}

/** The log events in a file. An event's name is the last string in the call's arguments. */
function eventsIn(file: string): LogEvent[] {
  const text = readFileSync(join(projectRoot, file), 'utf8');
  return [...text.matchAll(call)].map(({ 1: level = '', index, 0: { length } }) => {
    const inner = text.slice(index + length, endOfCall(text, index + length));
    const event = [...inner.matchAll(/'([^']*)'/g)].at(-1)?.[1] ?? '';
    return { level, event, file };
  });
}

function endOfCall(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

const events = sourceFiles().flatMap(eventsIn);
const document = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8');
const explained = [
  ...document.matchAll(/`([^`\n]+)` \(((?:(?:debug|info|warn|error|fatal)(?:, )?)+)\)/g),
];

it('docs/internals/log-events.md lists every log event', async () => {
  expect(events.filter(({ event }) => event === '')).toEqual([]);
  const rows = events.map(({ level, event, file }) => {
    return `| \`${event}\` | ${level} | \`${file.split('/')[0]}/\` |`;
  });
  const table = [...new Set(rows)].toSorted().join('\n');
  const text = `# Log events

Every event in the logs. \`npx vitest run tests/project/log-events.test.ts -u\` writes this page.
[Operations](../operations.md#log-events) says which of them need action.

| Event | Level | Logged by |
| --- | --- | --- |
${table}
`;
  const { code } = await format('log-events.md', text);
  await expect(code).toMatchFileSnapshot('../../docs/internals/log-events.md');
});

describe('docs/operations.md explains', () => {
  it.each(events.filter(({ level }) => ['error', 'fatal'].includes(level)))(
    'the error $event ($file)',
    ({ level, event }) => {
      const entry = explained.find(([, name]) => name === event);
      expect(entry?.[2], `no entry for “${event}”`).toContain(level);
    },
  );

  it('only events that are actually logged, with their level', () => {
    const isLogged = ([, name, levels = '']: RegExpMatchArray) =>
      events.some(({ level, event }) => event === name && levels.includes(level));
    expect(explained.filter((entry) => !isLogged(entry))).toEqual([]);
  });
});
