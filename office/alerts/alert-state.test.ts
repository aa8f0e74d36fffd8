import { expect, it } from 'vitest';

import type { Finding } from '../doctor/finding.ts';
import { decide, emptyAlertState } from './alert-state.ts';

const minute = 60_000;
const after = 3 * minute;
const well: Finding = { id: 'redis', subject: 'Redis', level: 'ok', says: 'It takes writes.' };
const bad: Finding = {
  ...well,
  level: 'critical',
  says: 'It does not answer.',
  remedy: 'Start it.',
};
const consequence: Finding = {
  ...well,
  id: 'queues',
  subject: 'Queues',
  level: 'critical',
  because: 'redis',
};

/**
 * Runs `decide` once a minute, with the findings of that minute. Returns the title of each alert,
 * with its minute in front.
 */
function watch(minutes: number, findingsAt: (minute: number) => Finding[]): string[] {
  let state = emptyAlertState;
  const alerts: string[] = [];
  for (let at = 0; at < minutes; at += 1) {
    const now = at * minute;
    // The state survives a restart as JSON.
    const known = JSON.parse(JSON.stringify(state)) as typeof state;
    const { state: next, messages } = decide(known, findingsAt(at), now, after);
    state = next;
    alerts.push(...messages.map(({ title }) => `${at} ${title}`));
  }
  return alerts;
}

it('alerts once for a lasting problem, and once when it is resolved', () => {
  expect(watch(60, (at) => [at < 20 ? bad : well])).toEqual([
    '3 Critical: Redis',
    '22 Resolved: Redis',
  ]);
});

it('sends no alert for a short problem', () => {
  expect(watch(60, (at) => [at < 3 ? bad : well])).toEqual([]);
});

it('alerts even if the checks take longer than `after`', () => {
  let state = emptyAlertState;
  const alerts: string[] = [];
  for (const now of [1_000, 8_000, 15_000]) {
    const decided = decide(state, [bad], now, 6_000);
    state = decided.state;
    alerts.push(...decided.messages.map(({ title }) => `${now} ${title}`));
  }
  expect(alerts).toEqual(['8000 Critical: Redis']);
});

it('resolves a problem recorded by a clock that was ahead', () => {
  let state = emptyAlertState;
  const alerts: string[] = [];
  const decideAt = (now: number, found: Finding) => {
    const decided = decide(state, [found], now, after);
    state = decided.state;
    alerts.push(...decided.messages.map(({ title }) => title));
  };
  for (const at of [600, 601, 602, 603]) decideAt(at * minute, bad);
  for (const at of [4, 5, 6, 7]) decideAt(at * minute, well);
  expect(alerts).toEqual(['Critical: Redis', 'Resolved: Redis']);
});

it('alerts once for a flapping problem', () => {
  expect(watch(600, (at) => [at % 2 === 0 ? bad : well])).toEqual(['4 Critical: Redis']);
});

it('alerts less and less often for a recurring problem', () => {
  expect(watch(1_440, (at) => [at % 20 < 10 ? bad : well])).toEqual([
    '3 Critical: Redis',
    '12 Resolved: Redis',
    '26 Critical: Redis',
    '35 Resolved: Redis',
  ]);
});

it('sends one message for a cause and its effects', () => {
  const findings = [bad, consequence];
  let state = emptyAlertState;
  const texts: string[] = [];
  for (let at = 0; at <= 10; at += 1) {
    const decided = decide(state, findings, at * minute, after);
    state = decided.state;
    texts.push(...decided.messages.map(({ text }) => text));
  }
  expect(texts).toEqual([
    'It does not answer.\nWhat to do: Start it.\nAlso affected: Queues.\nSince 1970-01-01 00:00 UTC (3 min).',
  ]);
});

it('does not resolve a problem that now has a known cause or could not be checked', () => {
  const alone: Finding = { ...consequence, because: 'queues' };
  delete alone.because;
  const unknown: Finding = { ...consequence, level: 'unknown' };
  const alerts = watch(60, (at) =>
    at < 10 ? [well, alone] : at < 30 ? [bad, consequence] : [bad, unknown],
  );
  expect(alerts).toEqual(['3 Critical: Queues', '13 Critical: Redis']);
});

it('alerts again if a problem gets worse, not if it improves', () => {
  const slow: Finding = { ...bad, level: 'warning' };
  expect(watch(40, (at) => [at < 10 ? slow : at < 20 ? bad : slow])).toEqual([
    '3 Warning: Redis',
    '13 Critical: Redis',
  ]);
});

it('resolves a problem that the checks no longer mention', () => {
  expect(watch(40, (at) => (at < 10 ? [{ ...bad, id: 'redis.disk' }, well] : [well]))).toEqual([
    '3 Critical: Redis',
    '12 Resolved: Redis',
  ]);
});

it('does not resolve a warning about a certificate while its site is down', () => {
  const expiring: Finding = {
    ...{ id: 'site.certificate', subject: 'Site', level: 'warning' },
    says: 'The certificate expires in 2 days.',
  };
  const [up, down]: Finding[] = [
    { ...well, id: 'site', subject: 'The site' },
    { ...bad, id: 'site', subject: 'The site', says: 'It has an invalid certificate.' },
  ];
  const alerts = watch(
    60,
    (at) => (at < 10 ? [up, expiring] : at < 30 ? [down] : [up]) as Finding[],
  );
  expect(alerts).toEqual([
    '3 Warning: Site',
    '13 Critical: The site',
    '30 Resolved: Site',
    '32 Resolved: The site',
  ]);
});
