import { expect, it } from 'vitest';

import type { Finding } from '../doctor/finding.ts';
import { decide, nothingTold } from './alert-state.ts';

const minute = 60_000;
const after = 3 * minute;
const well: Finding = { id: 'redis', subject: 'Redis', level: 'ok', says: 'It takes writes.' };
const bad: Finding = {
  ...well,
  level: 'critical',
  says: 'It does not answer.',
  remedy: 'Start it.',
};
const folded: Finding = {
  ...well,
  id: 'queues',
  subject: 'Queues',
  level: 'critical',
  because: 'redis',
};

/** Looks once a minute at what there is in that minute; returns what was told, with its minute. */
function watch(minutes: number, findingsAt: (minute: number) => Finding[]): string[] {
  let state = nothingTold;
  const told: string[] = [];
  for (let at = 0; at < minutes; at += 1) {
    const now = at * minute;
    // What was told survives a restart as JSON.
    const known = JSON.parse(JSON.stringify(state)) as typeof state;
    const { state: next, messages } = decide(known, findingsAt(at), now, after);
    state = next;
    told.push(...messages.map(({ title }) => `${at} ${title}`));
  }
  return told;
}

it('tells once of what lasts, and once of its end', () => {
  expect(watch(60, (at) => [at < 20 ? bad : well])).toEqual([
    '3 Critical: Redis',
    '22 Over: Redis',
  ]);
});

it('tells nothing of what is over sooner', () => {
  expect(watch(60, (at) => [at < 3 ? bad : well])).toEqual([]);
});

it('tells of what lasts where a look takes longer than that', () => {
  let state = nothingTold;
  const told: string[] = [];
  for (const now of [1_000, 8_000, 15_000]) {
    const decided = decide(state, [bad], now, 6_000);
    state = decided.state;
    told.push(...decided.messages.map(({ title }) => `${now} ${title}`));
  }
  expect(told).toEqual(['8000 Critical: Redis']);
});

it('tells of the end of what was noted with a clock that ran ahead', () => {
  let state = nothingTold;
  const told: string[] = [];
  const decideAt = (now: number, found: Finding) => {
    const decided = decide(state, [found], now, after);
    state = decided.state;
    told.push(...decided.messages.map(({ title }) => title));
  };
  for (const at of [600, 601, 602, 603]) decideAt(at * minute, bad);
  for (const at of [4, 5, 6, 7]) decideAt(at * minute, well);
  expect(told).toEqual(['Critical: Redis', 'Over: Redis']);
});

it('tells once of what comes and goes', () => {
  expect(watch(600, (at) => [at % 2 === 0 ? bad : well])).toEqual(['4 Critical: Redis']);
});

it('tells ever more seldom of what comes back again and again', () => {
  expect(watch(1_440, (at) => [at % 20 < 10 ? bad : well])).toEqual([
    '3 Critical: Redis',
    '12 Over: Redis',
    '26 Critical: Redis',
    '35 Over: Redis',
  ]);
});

it('tells of one cause in one message, with what follows from it', () => {
  const findings = [bad, folded];
  let state = nothingTold;
  const texts: string[] = [];
  for (let at = 0; at <= 10; at += 1) {
    const decided = decide(state, findings, at * minute, after);
    state = decided.state;
    texts.push(...decided.messages.map(({ text }) => text));
  }
  expect(texts).toEqual([
    'It does not answer.\nWhat to do: Start it.\nBecause of it: Queues.\nFor 3 min, since 1970-01-01 00:00 UTC.',
  ]);
});

it('does not take for over what is folded now, or could not be looked at', () => {
  const alone: Finding = { ...folded, because: 'queues' };
  delete alone.because;
  const unknown: Finding = { ...folded, level: 'unknown' };
  const told = watch(60, (at) =>
    at < 10 ? [well, alone] : at < 30 ? [bad, folded] : [bad, unknown],
  );
  expect(told).toEqual(['3 Critical: Queues', '13 Critical: Redis']);
});

it('tells again of what gets worse, and not of what gets better', () => {
  const slow: Finding = { ...bad, level: 'warning' };
  expect(watch(40, (at) => [at < 10 ? slow : at < 20 ? bad : slow])).toEqual([
    '3 Warning: Redis',
    '13 Critical: Redis',
  ]);
});

it('takes a finding for over that is not there any more', () => {
  expect(watch(40, (at) => (at < 10 ? [{ ...bad, id: 'redis.disk' }, well] : [well]))).toEqual([
    '3 Critical: Redis',
    '12 Over: Redis',
  ]);
});
