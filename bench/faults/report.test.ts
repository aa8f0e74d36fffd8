import { expect, it } from 'vitest';

import type { FindingView } from '../../office/features/status/actions.ts';
import { describeFaults, wrongWith, type Row } from './report.ts';

function finding(id: string, level: FindingView['level'] = 'critical'): FindingView {
  return { id, level, subject: 'Redis', says: 'It does not answer.', runbook: 'redis-is-down' };
}

function rowWith(change: Partial<Row> = {}, causes = [finding('redis')]): Row {
  const diagnosis = { causes, effects: [] };
  return {
    ...{ fault: { name: 'Redis is killed', cause: 'redis' }, noticedAfter: 4, alertedAfter: 9 },
    ...{ alerts: [{ channel: 'mail', title: 'Critical: Redis', text: '' }], code: 2 },
    ...{ looks: { noticed: diagnosis, settled: diagnosis }, page: diagnosis, hasRunbook: true },
    ...change,
  };
}

it('accepts a fault if no other cause is critical and it has one alert and a runbook', () => {
  expect(wrongWith(rowWith())).toEqual([]);
  expect(wrongWith(rowWith({}, [finding('redis'), finding('limits', 'warning')]))).toEqual([]);
});

it.each<[string, Row]>([
  ['api was named instead of redis', rowWith({}, [finding('api')])],
  ['redis-memory was named instead of redis', rowWith({}, [finding('redis-memory')])],
  ['also critical: api', rowWith({}, [finding('redis'), finding('api')])],
  ['nothing was named instead of redis', rowWith({}, [])],
  ['noticed after 181 s', rowWith({ noticedAfter: 181 })],
  ['its runbook is not in docs/operations.md', rowWith({ hasRunbook: false })],
  ['the page did not respond', rowWith({ page: undefined })],
  ['alerts: nothing', rowWith({ alerts: [] })],
])('reports: %s', (wrong, row) => {
  expect(wrongWith(row)).toEqual([wrong]);
});

it('writes a line for each fault, with failed expectations above the table', async () => {
  const good = await describeFaults([rowWith()], 0.1);
  expect(good).toMatch(
    /^\| Redis is killed +\| 4 s +\| 2: Redis: It does not answer\. +\| Critical: Redis \(email\) +\| \[Redis is down\]\(\.\.\/operations\.md#redis-is-down\) \|$/m,
  );
  expect(good).not.toContain('Failed expectations');
  const bad = await describeFaults([rowWith({ hasRunbook: false })], 0.1);
  expect(bad).toContain('- Redis is killed: its runbook is not in docs/operations.md');
});
