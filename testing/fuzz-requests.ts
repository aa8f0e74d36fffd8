import fc from 'fast-check';

import { body, bytes, fit, framing, json, lengthOf, mark, mostly, pick } from './fuzz-bodies.ts';

/** One fuzzed request, as latin1: a character is a byte. */
interface FuzzRequest {
  bytes: string;
  isHead: boolean;
  /** Whether it has an unambiguous end, and so must be answered. */
  complete: boolean;
  /** The expected status, if the request is valid. */
  status?: number;
}

export interface FuzzCase {
  requests: FuzzRequest[];
  /** A `stalled` request is never completed. */
  delivery: 'whole' | 'pieces' | 'half-closed' | 'stalled';
}

/** A header that no response may have. */
export const injectedHeader = 'x-fuzz-injected';

const injection = `%0d%0a${injectedHeader}:1`;

const visible = fc.string({ unit: 'grapheme-ascii', maxLength: 40 }).map((text) => text.trim());
const filler = (min: number, max: number) =>
  fc.integer({ min, max }).map((size) => 'x'.repeat(size));

const method = mostly(
  9,
  mostly(2, pick('POST'), pick('GET')),
  pick('HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'PRI'),
  pick('post', 'G\0T', '', 'GET GET', 'GET\t', 'M-SEARCH', '\x16\x03\x01', 'X'.repeat(300)),
);

const good = [
  ['/', '/terms', '/assets/', '/nowhere', '/favicon.svg', '/documents/paia-manual.pdf'],
  ['/api', '/api/contact/token', '/api/openapi.json', '/healthz', '/readyz', '/ops/'],
  ['/api/contact/sent/7F3K-92QD', '/api/contact-submissions', '/documents', '/terms/'],
];
const bad = [
  [
    '',
    '*',
    'contact',
    '//',
    '//elsewhere.example/',
    '/..',
    '/./',
    '\\api',
    '/api\\contact',
    'a:80',
  ],
  [
    '/a\0b',
    '/%00',
    '/%',
    '/%zz',
    '/%ff',
    '/\u00e9',
    '/api/contact/sent/%00',
    '/api/contact/sent/%ff',
  ],
  ['/%2e%2e/%2e%2e/etc/passwd', '/api/../terms', '/api%2fcontact', '/api//contact', '/API/contact'],
  ['http://a/api/contact', 'http://[::1/api/contact', 'http://', 'http:///x', 'http://a:99999/'],
  ['https://[fe80::1%25eth0]/x', 'http://a b/', 'HTTP://A/', 'javascript:alert(1)', '//[', '/[x]'],
  ['/api/contact#x', '/api/contact;x', '/#', '/?', '?', '/api/contact?%', '/api/[', '//[::1/api'],
  [`/${mark}`, `/api/${mark}`, `/api/contact?${mark}`, `/api/contact/sent/${mark}`, `//${mark}/..`],
  [`/${injection}`, `/api/${injection}`, `/terms${injection}`, `/documents${injection}/..`],
];
const target = fc.oneof(
  { weight: 9, arbitrary: pick('/api/contact') },
  { weight: 4, arbitrary: pick(...good.flat()) },
  { weight: 5, arbitrary: pick(...bad.flat()) },
  fc.webPath({ size: 'small' }).map((text) => `/${text}`),
  fc.webQueryParameters({ size: 'small' }).map((text) => `/api/contact?${text}`),
  bytes(30).map((text) => `/api/${text.replace(/[\r\n]/g, '')}`),
  filler(2_000, 40_000).map((text) => `/${text}`),
);

const version = mostly(
  30,
  pick('HTTP/1.1'),
  pick('HTTP/1.0', 'HTTP/2.0', 'HTTP/1.2', 'http/1.1', 'HTTP/1.1 ', 'HTTP/', 'HTTP/11', 'HTTP/9.9'),
);

const host = mostly(
  12,
  fc.constant<string[]>(['Host: fuzz.example']),
  fc.constantFrom<string[]>(
    [],
    ['Host: a', 'Host: b'],
    ['Host: a', 'Host: a'],
    ['Host:'],
    ['Host: a b'],
    ['Host: [::1'],
    [`Host: ${mark}`],
    ['Host: a\r\n b'],
    ['Host: a:b:c'],
    ['Host: a/../b'],
    ['Host: \u00ff'],
    [`Host: ${'a'.repeat(3_000)}`],
  ),
);

const charsets = [
  'utf-8',
  '"utf-8"',
  'utf-16',
  'utf-7',
  'utf-8; charset=utf-7',
  'utf-7;charset=utf-8',
];
const type = mostly(
  6,
  pick('application/json', 'application/x-www-form-urlencoded'),
  pick(...charsets).map((charset) => `application/json; charset=${charset}`),
  pick('multipart/form-data; boundary=x', 'text/plain', 'application/json,text/html', ';', ''),
  visible,
);
const named: Record<string, fc.Arbitrary<string>> = {
  'Content-Type': type,
  'Content-Encoding': pick('identity', 'gzip', 'br', 'gzip, gzip', 'x'),
  Accept: mostly(1, pick('application/json', 'text/html', '*/*', 'q=;', ',,,;q=9'), visible),
  'Accept-Encoding': pick('gzip', 'br', 'br;q=0, gzip;q=x', '*'),
  Origin: mostly(1, pick('null', 'https://elsewhere.example', 'https://[', mark), visible),
  Expect: pick('100-continue', 'tea', '100-continue, x', ''),
  Range: pick('bytes=0-1', 'bytes=-1', 'bytes=9-1', `bytes=${'0-,'.repeat(200)}0-`, 'x=1'),
  'If-None-Match': pick('*', '"x"', 'W/"x', mark),
  'If-Modified-Since': pick('x', 'Thu, 01 Jan 2099 00:00:00 GMT'),
  'If-Match': pick('*', '"x"'),
  Connection: pick('close', 'keep-alive', 'upgrade', 'host', 'content-length, close', 'x'),
  Upgrade: pick('websocket', 'h2c', 'x'),
  'Idempotency-Key': visible,
  'X-Form-Signals': visible,
  'X-Forwarded-For': mostly(1, pick('203.0.113.7', '::1', ',', mark), visible),
  'X-HTTP-Method-Override': pick('DELETE', 'TRACE'),
  'X-Original-URL': pick('/ops/queues'),
  Authorization: mostly(1, pick('Basic', 'Basic =', 'Basic YTpi', 'Bearer x'), visible),
  Cookie: visible,
  'Sec-Fetch-Site': pick('cross-site', 'same-origin', 'x'),
  'Max-Forwards': pick('0', '-1'),
};
const line = mostly(
  20,
  fc.oneof(...Object.entries(named).map(([name, part]) => part.map((text) => `${name}: ${text}`))),
  pick('NoColon', ': x', 'Sp ace: x', 'Name : x', ' leading: x', 'X: a\r\n folded', 'X: a\nY: b'),
  pick('X: a\0b', 'X: \u0080\u00ff', 'X: a\rb', '\u00ff: x', `X: ${mark}`, 'X:', '\r\n '),
  bytes(60).map((text) => `X: ${text.replace(/[\r\n]/g, '')}`),
  filler(4_000, 40_000).map((text) => `X: ${text}`),
  fc.integer({ min: 50, max: 2_500 }).map((count) => 'A: b\r\n'.repeat(count).trim()),
);

const oddRequest = fc
  .record({
    method,
    target,
    version,
    host,
    lines: fc.array(line, { maxLength: 5 }),
    framing,
    body,
    end: mostly(40, pick('\r\n'), pick('\n', '\r')),
  })
  .map(({ method, target, version, host, lines, framing, body, end }): FuzzRequest => {
    const { lines: lengths, sent, complete } = framing(body);
    const head = [`${method} ${target} ${version}`, ...host, ...lines, ...lengths, '', ''];
    return {
      bytes: head.join(end) + sent,
      isHead: method === 'HEAD',
      complete: complete && end === '\r\n',
    };
  });

/** Valid requests. A wrong status reveals that a response belongs to another request. */
const soundRequest = fit.map((form): FuzzRequest => {
  const sent = json(form);
  const head = [
    'POST /api/contact HTTP/1.1',
    'Host: fuzz.example',
    'Content-Type: application/json',
  ];
  const bytes = `${[...head, lengthOf(sent), '', ''].join('\r\n')}${sent}`;
  return { bytes, isHead: false, complete: true, status: 202 };
});

const garbage = bytes(200).map((text) => ({
  bytes: `${text}\r\n\r\n`,
  isHead: false,
  complete: false,
}));
const request = fc.oneof(
  { weight: 20, arbitrary: oddRequest },
  { weight: 2, arbitrary: soundRequest },
  garbage,
);

const delivery = fc.oneof(
  { weight: 60, arbitrary: fc.constant('whole' as const) },
  { weight: 8, arbitrary: fc.constantFrom('pieces' as const, 'half-closed' as const) },
);

/** The requests of one connection, of every kind and with every delivery except `stalled`. */
export const fuzzCase: fc.Arbitrary<FuzzCase> = fc.record({
  requests: mostly(9, fc.tuple(request), fc.array(request, { minLength: 2, maxLength: 4 })),
  delivery,
});

/** Requests that are never completed. Use only a few: a server may wait until its timeout. */
export const stalledCase: fc.Arbitrary<FuzzCase> = fc.record({
  requests: fc.tuple(request),
  delivery: fc.constant('stalled' as const),
});
