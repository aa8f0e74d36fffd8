import { request as send } from 'node:http';

import type { FuzzRequest } from './fuzz-requests.ts';

const statuses = new Set([
  200, 202, 204, 303, 400, 401, 403, 404, 405, 408, 413, 415, 417, 429, 431,
]);
const types =
  /^(?:text\/(?:plain|html); charset=utf-8|application\/(?:json; charset=utf-8|problem\+json))$/;

/**
 * Sends a request and checks the answer.
 *
 * @throws Error that says what of the answer is not as it may be.
 */
export function checkAnswer(url: string, { method, path, headers, body }: FuzzRequest) {
  return new Promise<number>((resolve, reject) => {
    const options = { method, headers: { ...headers, 'content-length': body.length }, path };
    const request = send(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        const type = response.headers['content-type'];
        if (!statuses.has(status)) reject(new Error(`status ${status}`));
        else if (text !== '' && !types.test(type ?? '')) reject(new Error(`type ${type}`));
        else if (response.headers['cache-control'] !== 'no-store') reject(new Error('may be kept'));
        else if (/ at .+:\d+:\d+|node_modules|Express/.test(text))
          reject(new Error('tells a stack'));
        else resolve(status);
      });
      response.on('error', reject);
    });
    request.on('error', reject);
    request.setTimeout(20_000, () => request.destroy(new Error('no answer')));
    request.end(body);
  });
}
