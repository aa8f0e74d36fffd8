import { expect, it } from 'vitest';

import { TimeoutError } from '../timeout.ts';
import { redisReason } from './redis.ts';

function replyError(message: string): Error {
  return Object.assign(new Error(message), { name: 'ReplyError' });
}

it.each([
  [replyError("OOM command not allowed when used memory > 'maxmemory'."), 'OOM'],
  [replyError('READONLY You can’t write against a read only replica.'), 'READONLY'],
  [replyError('thandiwe@example.org'), 'refused'],
  [new Error('Command timed out'), 'timed out'],
  [new Error('connect ECONNREFUSED 10.0.0.1:6379'), 'not connected'],
  [new TimeoutError('No answer in 1500 ms.'), 'timed out'],
  ['text', 'unknown'],
])('reduces %s to: %s', (error, reason) => {
  expect(redisReason(error)).toBe(reason);
});
