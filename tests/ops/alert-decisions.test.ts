import { expect, it } from 'vitest';

import { decide, emptyAlertState } from '../../office/checks/alert-state.ts';
import type { Finding } from '../../office/checks/check.ts';

const minute = 60_000;
const after = 3 * minute;
const well: Finding = { id: 'redis', subject: 'Redis', level: 'ok', says: 'It works.', latency: 1 };
const bad: Finding = {
  ...well,
  level: 'critical',
  says: 'It does not answer.',
  remedy: 'Start it.',
};
const slow: Finding = { ...bad, level: 'warning' };
const effect: Finding = { ...bad, id: 'waiting', subject: 'Waiting jobs', because: 'redis' };

/** Decides once a minute. Returns the title of each alert, with its minute in front. */
function watch(minutes: number, findingsAt: (minute: number) => Finding[]): string[] {
  let state = emptyAlertState;
  const alerts: string[] = [];
  for (let at = 0; at < minutes; at += 1) {
    // The state survives a restart as JSON.
    const known = JSON.parse(JSON.stringify(state)) as typeof state;
    const decided = decide(known, findingsAt(at), at * minute, after);
    state = decided.state;
    alerts.push(...decided.messages.map(({ title }) => `${at} ${title}`));
  }
  return alerts;
}

it('alerts once for a lasting problem, and once when it is over', () => {
  expect(watch(60, (at) => [at < 20 ? bad : well])).toEqual([
    '3 Critical: Redis',
    '22 Resolved: Redis',
  ]);
});

it('sends nothing on a day with only short problems, and one alert for a flapping one', () => {
  expect(watch(1_440, (at) => [at % 60 < 2 ? bad : well])).toEqual([]);
  expect(watch(600, (at) => [at % 2 === 0 ? bad : well])).toEqual(['4 Critical: Redis']);
});

it('alerts again if a problem gets worse, not if it gets better', () => {
  expect(watch(40, (at) => [at < 10 ? slow : at < 20 ? bad : slow])).toEqual([
    '3 Warning: Redis',
    '13 Critical: Redis',
  ]);
});

it('sends one alert for a cause and its effects', () => {
  let state = emptyAlertState;
  const texts: string[] = [];
  for (let at = 0; at <= 10; at += 1) {
    const decided = decide(state, [bad, effect], at * minute, after);
    state = decided.state;
    texts.push(...decided.messages.map(({ text }) => text));
  }
  expect(texts).toEqual([
    'It does not answer.\nWhat to do: Start it.\nAlso affected: Waiting jobs.\nSince 1970-01-01 00:00 UTC (3 min).',
  ]);
});

it('a problem is not over while its cause is known or it cannot be checked', () => {
  const { because: _, ...alone } = effect;
  const unknown: Finding = { ...effect, level: 'unknown' };
  const alerts = watch(60, (at) =>
    at < 10 ? [well, alone] : at < 30 ? [bad, effect] : [bad, unknown],
  );
  expect(alerts).toEqual(['3 Critical: Waiting jobs', '13 Critical: Redis']);
});
