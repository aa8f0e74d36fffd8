import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

import { contactPath } from '../../contract/api.ts';
import { enquiry } from './enquiry.ts';
import type { OnAnswer } from './load.ts';

/** Keeps as many requests under way as there are connections, as fast as answers come. */
export async function sendAtOnce(
  url: string,
  requests: number,
  connections: number,
  onAnswer: OnAnswer,
): Promise<void> {
  const run = randomUUID();
  let sent = 0;
  const options: autocannon.Options = {
    url,
    connections,
    amount: requests,
    timeout: 10,
    requests: [
      {
        method: 'POST',
        path: contactPath,
        headers: { 'content-type': 'application/json' },
        setupRequest: (request) => ({ ...request, body: enquiry(run, (sent += 1)) }),
      },
    ],
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)));
    instance.on('response', (_client, status, _bytes, took) => onAnswer(status, took));
  });
  if (result.errors > 0) throw new Error(`${result.errors} requests had no answer.`);
}
