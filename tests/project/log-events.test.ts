import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** The last string in a call's arguments, which is the event. */
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
const entries = [
  ...document.matchAll(/`([^`\n]+)` \(((?:(?:debug|info|warn|error|fatal)(?:, )?)+)\)/g),
];

describe('docs/operations.md explains every log event', () => {
  it.each(events)('$event ($level, $file)', ({ level, event }) => {
    expect(event).not.toBe('');
    const entry = entries.find(([, name]) => name === event);
    expect(entry?.[2], `no entry for “${event}”`).toContain(level);
  });

  it('and no event that is never logged', () => {
    const logged = events.map(({ event }) => event);
    expect(entries.map(([, name = '']) => name).filter((name) => !logged.includes(name))).toEqual(
      [],
    );
  });
});
