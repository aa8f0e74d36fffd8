import { expect, it } from 'vitest';

import { TimeoutError } from '#server/process.ts';
import { withProblems } from './staff-database.ts';

const errorOf = (fields: object, message = '') => Object.assign(new Error(message), fields);
const reply = (message: string) => errorOf({ name: 'ReplyError' }, message);

function answerTo(error: unknown): Promise<unknown> {
  return withProblems(() => Promise.reject(error as Error)).catch((problem: unknown) => problem);
}

it.each([
  ['redis', reply("READONLY You can't write against a read only replica. script: 574af1")],
  ['redis', reply('LOADING Redis is loading the dataset in memory')],
  ['redis', errorOf({ name: 'MaxRetriesPerRequestError' }, 'Reached the max retries per …')],
  ['redis', errorOf({ name: 'AbortError' }, 'Command aborted due to connection close')],
  ['redis', new Error('Command timed out')],
  ['redis', new Error('Connection is closed.')],
  ['redis', new Error("Stream isn't writeable and enableOfflineQueue options is false")],
  ['mongodb', errorOf({ name: 'MongoNetworkError' }, 'read ECONNRESET')],
  ['mongodb', errorOf({ code: 'EPIPE' }, 'write EPIPE')],
  // What MongoDB answers when maxTimeMS has passed.
  ['mongodb', errorOf({ name: 'MongoServerError', code: 50 }, 'operation exceeded time limit')],
  ['mongodb', new TimeoutError('No answer in 3000 ms.')],
])('answers 503 if %s is not available', async (reason, error) => {
  expect(await answerTo(error)).toMatchObject({ status: 503, options: { reason } });
});

it.each([reply('WRONGTYPE Operation against a key …'), new TypeError('undefined'), 'a text'])(
  'rethrows any other error',
  async (error) => {
    expect(await answerTo(error)).toBe(error);
  },
);
