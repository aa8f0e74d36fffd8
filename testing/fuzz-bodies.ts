import fc from 'fast-check';

import { contactFieldNames } from '../contract/contact-fields.ts';
import { createNumberedEnquiry } from './enquiry.ts';

/** HTML that no HTML response may contain unescaped. */
export const mark = '<fuzz7>';
export const pick = (...texts: string[]) => fc.constantFrom(...texts);

/** Generates mostly the likely values. Other values shrink to the likely ones. */
export function mostly<Value>(
  weight: number,
  likely: fc.Arbitrary<Value>,
  ...rest: fc.Arbitrary<Value>[]
) {
  return fc.oneof({ withCrossShrink: true }, { weight, arbitrary: likely }, ...rest);
}

/** Arbitrary bytes, as latin1. */
export const bytes = (maxLength: number) =>
  fc.uint8Array({ maxLength }).map((array) => Buffer.from(array).toString('latin1'));

const latin1 = (text: string) => Buffer.from(text).toString('latin1');

const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  pick('', 'a@example.org', 'A message that is long enough.', mark, '\u0000', '\r\nBcc: a@b.c'),
  fc.anything({ maxDepth: 2, withNullPrototype: false }),
);
/** A valid form. */
export const fit = fc.nat().map((number) => createNumberedEnquiry(number, 'fuzz'));
const strange = fc.dictionary(pick(...contactFieldNames, 'website', '__proto__', '$where'), value);
// Mostly valid forms, so that the code after validation is reached too.
const almostFit = fc.tuple(fit, strange).map(([form, changes]) => {
  const kept = Object.entries(changes).slice(0, 2);
  return { ...form, ...Object.fromEntries(kept) };
});

export const json = (form: unknown) =>
  latin1(
    JSON.stringify(form, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part)),
  );
const urlencoded = (form: object) =>
  new URLSearchParams(
    Object.entries(form).map(([name, part]) => [name, typeof part === 'string' ? part : '[]']),
  ).toString();

export const body = fc.oneof(
  { withCrossShrink: true },
  pick('{}', '', '[', `"${mark}"`, '\u001f\u008b\b', '+ADw-script+AD4-', '%', '&='.repeat(2_000)),
  { weight: 3, arbitrary: almostFit.map(json) },
  { weight: 3, arbitrary: almostFit.map(urlencoded) },
  { weight: 2, arbitrary: strange.map(json) },
  fc.json({ maxDepth: 4 }).map(latin1),
  bytes(400),
  fc.integer({ min: 30_000, max: 70_000 }).map((size) => '['.repeat(size)),
);

/**
 * A way to declare the length of a body: additional header lines, what is sent after the headers,
 * and whether the end of the request is unambiguous (`complete`).
 */
type Framing = (body: string) => { lines: string[]; sent: string; complete: boolean };

export const lengthOf = (body: string) => `Content-Length: ${body.length}`;
const chunk = (body: string, extension = '') =>
  `${body === '' ? '' : `${body.length.toString(16)}${extension}\r\n${body}\r\n`}0\r\n`;
const chunked = 'Transfer-Encoding: chunked';
const smuggled = 'GET /api/contact/token HTTP/1.1\r\nHost: smuggled\r\n\r\n';

const framed = (sent: string, ...lines: string[]) => ({ lines, sent, complete: true });
/** Frames a body whose end is ambiguous: a server may close the connection instead of replying. */
const endless = (sent: string, ...lines: string[]) => ({ lines, sent, complete: false });
const framings: Framing[] = [
  () => framed(''),
  (body) => framed(`${chunk(body)}\r\n`, chunked),
  (body) => framed(`${chunk(body, ';a="b"')}Trailer: x\r\n\r\n`, chunked),
  (body) => framed(body, lengthOf(body), lengthOf(body)),
  (body) => framed(body, lengthOf(body), `Content-Length: ${body.length + 1}`),
  ...['abc', '-1', '+5', '5, 5', '5, 6', '0x5', '1e3', '', '5 5', '99999999999999999999'].map(
    (length): Framing =>
      (body) =>
        framed(body, `Content-Length: ${length}`),
  ),
  ...[
    'xchunked',
    'chunked, identity',
    'identity',
    'gzip',
    '\u000bchunked',
    '"chunked"',
    'gzip, chunked',
  ].map(
    (coding): Framing =>
      (body) =>
        endless(`${chunk(body)}\r\n`, `Transfer-Encoding: ${coding}`),
  ),
  ...['zz', '-1', '0x3', 'ffffffffffffffffff', '3 ', ''].map(
    (size): Framing =>
      () =>
        endless(`${size}\r\nabc\r\n0\r\n\r\n`, chunked),
  ),
  // Request smuggling: the two headers disagree about where the body ends.
  () => endless(`0\r\n\r\n${smuggled}`, chunked, `Content-Length: ${smuggled.length + 5}`),
  () =>
    endless(
      `0\r\n\r\n${smuggled}`,
      `Content-Length: ${smuggled.length + 5}`,
      'Transfer-Encoding : chunked',
    ),
  () => endless(`0\r\n\r\n${smuggled}`, chunked, 'Transfer-Encoding: x'),
  () =>
    endless(
      `0\r\n\r\n${smuggled}`,
      lengthOf(`0\r\n\r\n${smuggled}`),
      'Transfer-Encoding:\r\n chunked',
    ),
  (body) => endless(body, `Content-Length: ${body.length + 9}`),
  (body) => endless(chunk(body), chunked),
  () => endless('1;a=\n\r\nabc\r\n0\r\n\r\n', chunked),
];
export const framing = mostly<Framing>(
  5,
  fc.constant((body) => framed(body, lengthOf(body))),
  fc.constantFrom(...framings),
);
