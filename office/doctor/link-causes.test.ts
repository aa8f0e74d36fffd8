import { expect, it } from 'vitest';

import { critical, ok, warning, type CheckResult } from './finding.ts';
import { linkCauses, type Examined } from './link-causes.ts';

function examined(id: string, follows: string[], results: CheckResult[], failed = false): Examined {
  return { id, subject: id.toUpperCase(), follows, results, failed };
}

const redisDown = examined('redis', [], [critical('It does not answer.', 'Start it.')]);

it('links every effect to its root cause, even if another effect is in between', () => {
  const found = linkCauses([
    redisDown,
    examined('worker', ['redis'], [critical('No worker.', 'Start it.')]),
    examined('queues', ['worker'], [critical('They wait.', 'Add workers.')]),
  ]);
  expect(found.map(({ id, because }) => [id, because])).toEqual([
    ['redis', undefined],
    ['worker', 'redis'],
    ['queues', 'redis'],
  ]);
});

it('reports a check that could not run as unknown, with the cause', () => {
  const result = critical('The check failed (Error).', 'x');
  const [, limits] = linkCauses([redisDown, examined('limits', ['redis'], [result], true)]);
  expect(limits).toEqual({
    id: 'limits',
    subject: 'LIMITS',
    level: 'unknown',
    says: 'Not checked: It does not answer.',
    because: 'redis',
  });
});

it('keeps a failed check critical if there is no known cause', () => {
  const [limits] = linkCauses([examined('limits', ['redis'], [critical('It fails.', 'x')], true)]);
  expect(limits).toMatchObject({ level: 'critical', says: 'It fails.' });
});

it('does not link healthy findings, or findings whose own possible causes are not critical', () => {
  const found = linkCauses([
    redisDown,
    examined('mail', [], [warning('It is slow.', 'x')]),
    examined(
      'queues',
      ['redis'],
      [
        ok('None wait.'),
        { part: 'paused', follows: [], ...critical('It is paused.', 'x') },
        { part: 'mails', follows: ['mail'], ...warning('They wait.', 'x') },
      ],
    ),
  ]);
  expect(found.map(({ because }) => because)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(found.map(({ id }) => id)).toEqual([
    'redis',
    'mail',
    'queues',
    'queues.paused',
    'queues.mails',
  ]);
});

it('links an effect only to the finding that explains it, not to others of the same check', () => {
  const paused = { part: 'one-paused', follows: [], ...critical('It is paused.', 'x') };
  const late = (part: string) => {
    return { part, follows: [`queues.${part}-paused`], ...critical('They wait.', 'x') };
  };
  const found = linkCauses([examined('queues', [], [paused, late('one'), late('two')])]);
  expect(found.map(({ id, because }) => [id, because])).toEqual([
    ['queues.one-paused', undefined],
    ['queues.one', 'queues.one-paused'],
    ['queues.two', undefined],
  ]);
});

it('links to the runbook that a remedy names', () => {
  const remedy = 'See ‘The queue grows’ in docs/operations.md. Add one.';
  const queues = examined('queues', [], [warning('x', remedy)]);
  expect(linkCauses([queues])).toMatchObject([{ remedy, runbook: 'the-queue-grows' }]);
  const link = 'https://wiki.example/operations#the-queue-grows';
  expect(linkCauses([queues], 'https://wiki.example/operations')).toMatchObject([
    { remedy: `See ${link}. Add one.`, runbook: 'the-queue-grows', link },
  ]);
});
