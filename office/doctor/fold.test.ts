import { expect, it } from 'vitest';

import { critical, ok, warning, type CheckResult } from './finding.ts';
import { fold, type Examined } from './fold.ts';

function examined(id: string, follows: string[], results: CheckResult[], failed = false): Examined {
  return { id, subject: id.toUpperCase(), follows, results, failed };
}

const redisDown = examined('redis', [], [critical('It does not answer.', 'Start it.')]);

it('names a cause once, and folds what follows from it, however far', () => {
  const found = fold([
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

it('says of what could not be looked at that it was not, and because of what', () => {
  const result = critical('It cannot be looked at (Error).', 'x');
  const [, limits] = fold([redisDown, examined('limits', ['redis'], [result], true)]);
  expect(limits).toEqual({
    id: 'limits',
    subject: 'LIMITS',
    level: 'unknown',
    says: 'Not looked at, because of REDIS: It does not answer.',
    because: 'redis',
  });
});

it('keeps critical what could not be looked at for no reason that is known', () => {
  const [limits] = fold([examined('limits', ['redis'], [critical('It fails.', 'x')], true)]);
  expect(limits).toMatchObject({ level: 'critical', says: 'It fails.' });
});

it('folds nothing that is well, nothing under a warning, and nothing that has its own cause', () => {
  const found = fold([
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

it('folds under one finding of a check what follows from that one alone', () => {
  const paused = { part: 'one-paused', follows: [], ...critical('It is paused.', 'x') };
  const late = (part: string) => {
    return { part, follows: [`queues.${part}-paused`], ...critical('They wait.', 'x') };
  };
  const found = fold([examined('queues', [], [paused, late('one'), late('two')])]);
  expect(found.map(({ id, because }) => [id, because])).toEqual([
    ['queues.one-paused', undefined],
    ['queues.one', 'queues.one-paused'],
    ['queues.two', undefined],
  ]);
});

it('leads to the section that a remedy names', () => {
  const remedy = 'See docs/operations.md, The queue grows. Add one.';
  expect(fold([examined('queues', [], [warning('x', remedy)])])[0]?.runbook).toBe(
    'the-queue-grows',
  );
});
