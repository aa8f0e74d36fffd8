import { expect, it } from 'vitest';

import { failureCode, reasonOf } from './reasons.ts';
import { TimeoutError } from './process.ts';

function errorWith(fields: object, message = 'MARKED', cause?: Error): Error {
  return Object.assign(new Error(message, cause && { cause }), fields);
}

function reply(message: string): Error {
  return errorWith({ name: 'ReplyError' }, message);
}

const refused = errorWith({ code: 'ECONNREFUSED', syscall: 'connect' });

it.each([
  ['oom', reply("OOM command not allowed when used memory > 'maxmemory'.")],
  ['readonly', reply('READONLY You can’t write against a read only replica.')],
  ['readonly', reply('ERR Error running script (call to f_0): @user_script:1: -READONLY You …')],
  ['loading', reply('LOADING Redis is loading the dataset in memory')],
  ['noauth', reply('NOAUTH Authentication required.')],
  ['err', reply('thandiwe@example.org MARKED')],
  ['timeout', new Error('Command timed out')],
  ['timeout', new TimeoutError('No answer in 1500 ms.')],
  ['not connected', errorWith({ name: 'MaxRetriesPerRequestError' })],
  ['refused', refused],
  ['closed', errorWith({ code: 'ECONNRESET' })],
  ['dns', errorWith({ code: 'ENOTFOUND' })],
  ['tls', errorWith({ code: 'CERT_HAS_EXPIRED' })],
  ['tls', errorWith({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })],
  ['refused', errorWith({ code: 'ESOCKET', originalCode: 'ECONNREFUSED' })],
  ['closed', errorWith({ code: 'ECONNECTION', command: 'CONN' })],
  ['smtp 550 5.7.1', errorWith({ responseCode: 550, response: '550 5.7.1 Daily quota' })],
  ['smtp 550', errorWith({ responseCode: 550, response: '550 No' })],
  ['noauth', errorWith({ name: 'MongoServerError', code: 18 })],
  ['refused', errorWith({ name: 'MongoServerSelectionError' }, '', refused)],
  ['timeout', errorWith({ name: 'MongoNetworkTimeoutError' })],
  ['not connected', errorWith({ name: 'MongoNotConnectedError' })],
  [undefined, errorWith({ name: 'MongoBulkWriteError', code: 11_000 })],
  [undefined, new TypeError('MARKED')],
  [undefined, 'MARKED'],
])('gives the reason %s', (reason, error) => {
  expect(reasonOf(error)).toBe(reason);
});

it('describes any other error by its name and code', () => {
  expect(failureCode(errorWith({ code: 'EDOWN' }))).toBe('EDOWN');
  expect(failureCode(errorWith({ name: 'MongoServerError', code: 11_000 }))).toBe(
    'MongoServerError 11000',
  );
});
