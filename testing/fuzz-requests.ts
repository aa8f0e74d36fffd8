import { request as send } from 'node:http';
import fc from 'fast-check';

import { contactFieldNames } from '../contract/contact-fields.ts';
import { createUniqueEnquiry } from './enquiry.ts';

/** One request to fuzz the API with. */
export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

const visible = fc.string({ unit: 'grapheme-ascii', maxLength: 40 }).map((text) => text.trim());

const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom(
    '',
    'a@example.org',
    'A message that is long enough.',
    '\u0000',
    '\r\nBcc: a@b.c',
  ),
  fc.anything({ maxDepth: 2, withNullPrototype: false }),
);

const strange = fc.record(
  Object.fromEntries(
    [...contactFieldNames, 'website', '__proto__x', '$where'].map((name) => [name, value]),
  ),
  { requiredKeys: [] },
);

// Most values of these are fit to be taken, so that what comes after the checks is met too.
const almostFit = fc.record(
  Object.fromEntries(
    contactFieldNames.map((name) => [
      name,
      fc.oneof({ weight: 9, arbitrary: fc.constant(createUniqueEnquiry()[name]) }, value),
    ]),
  ),
);

const form = fc.oneof(strange, almostFit);

const encode = (text: string) => new Uint8Array(new TextEncoder().encode(text));

const text = (part: unknown) => (typeof part === 'string' ? part : '[object Object]');
const inputs = almostFit.map((fields) => {
  const pairs = Object.entries(fields).map(([name, part]) => [name, text(part)]);
  return encode(new URLSearchParams(pairs).toString());
});

const body = fc.oneof(
  inputs,
  fc.json({ maxDepth: 4 }).map(encode),
  {
    weight: 3,
    arbitrary: form.map((fields) =>
      encode(
        JSON.stringify(fields, (_key, part: unknown) =>
          typeof part === 'bigint' ? String(part) : part,
        ),
      ),
    ),
  },
  fc
    .array(
      fc.tuple(fc.constantFrom(...contactFieldNames, 'website'), fc.string({ unit: 'binary' })),
    )
    .map((pairs) =>
      encode(new URLSearchParams(pairs.map(([name, text]) => [name, text])).toString()),
    ),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => new Uint8Array(bytes)),
  fc.integer({ min: 30_000, max: 70_000 }).map((size) => encode('['.repeat(size))),
);

const type = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('application/json', 'application/x-www-form-urlencoded'),
  },
  fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/json;charset="utf-8"',
    'multipart/form-data; boundary=x',
    'text/plain',
  ),
  visible,
);

const headers = fc.record(
  {
    'content-type': type,
    'content-encoding': fc.oneof(
      { weight: 8, arbitrary: fc.constant('identity') },
      fc.constantFrom('gzip', 'br'),
      visible,
    ),
    accept: fc.oneof(fc.constantFrom('application/json', 'text/html', '*/*', 'q=;'), visible),
    origin: fc.oneof(fc.constantFrom('null', 'https://elsewhere.example'), visible),
    'idempotency-key': visible,
    'x-form-signals': visible,
    'x-forwarded-for': visible,
    authorization: visible,
    cookie: visible,
  },
  { requiredKeys: ['content-type'] },
);

const path = fc.oneof(
  { weight: 8, arbitrary: fc.constant('/api/contact') },
  fc.constantFrom(
    '/api/contact/token',
    '/healthz',
    '/readyz',
    '/%ff',
    '/api/contact/sent/%00',
    '//',
  ),
  fc.webPath({ size: 'small' }).map((text) => `/${text}`),
  fc.webQueryParameters({ size: 'small' }).map((text) => `/api/contact?${text}`),
);

const method = fc.oneof(
  { weight: 8, arbitrary: fc.constant('POST') },
  fc.constantFrom('GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'),
);

/** Requests of every kind: bodies, headers, content types and encodings, paths and methods. */
export const fuzzRequest: fc.Arbitrary<FuzzRequest> = fc.record({ method, path, headers, body });

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
