import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { paths } from '../../testing/pages.ts';
import { startProduct } from '../../testing/running-product.ts';

const product = forAllTests(startProduct);

interface Answer {
  headers: Headers;
  /** The names of the directives in the content security policy. */
  names: string[];
  sources: Map<string, string[]>;
  scripts: string[];
}

async function observe(address: string): Promise<Answer> {
  const answer = await fetch(address, { headers: { Accept: 'text/html' } });
  const directives = (answer.headers.get('content-security-policy') ?? '')
    .split(';')
    .map((directive) => directive.trim().split(/\s+/))
    .map(([name = '', ...sources]): [string, string[]] => [name, sources]);
  const page = new new Window().DOMParser().parseFromString(await answer.text(), 'text/html');
  return {
    headers: answer.headers,
    names: directives.map(([name]) => name),
    sources: new Map(directives),
    scripts: Array.from(
      page.querySelectorAll('script[src]'),
      (one) => one.getAttribute('src') ?? '',
    ),
  };
}

const allSources = ({ sources }: Answer) => [...sources.values()].flat();
/** The sources of scripts, styles and plug-ins: their own directive, or else `default-src`. */
const activeSources = ({ sources }: Answer) =>
  ['script-src', 'style-src', 'object-src'].flatMap(
    (name) => sources.get(name) ?? sources.get('default-src') ?? ['*'],
  );
const tooBroad = /^(\*|'unsafe-(inline|eval)'|'strict-dynamic'|(https?|ftp|ws|data|blob):)$/;

/** Rules that together earn 130 points, for an A+: https://github.com/mdn/mdn-http-observatory */
const rules: Record<string, (answer: Answer) => boolean> = {
  'the policy allows nothing by default': ({ sources }) =>
    sources.get('default-src')?.join() === "'none'",
  'the policy has each directive once': ({ names, sources }) => names.length === sources.size,
  'the policy allows no inline code, no eval and no scheme such as https:': (answer) =>
    !activeSources(answer).some((source) => tooBroad.test(source)),
  'the policy allows no insecure origin': (answer) =>
    !allSources(answer).some((source) => /^(http|ftp|ws):/.test(source)),
  'no site may frame it': ({ sources }) => sources.get('frame-ancestors')?.join() === "'none'",
  'no other origin may read or embed it': ({ headers }) =>
    !headers.has('access-control-allow-origin') &&
    headers.get('cross-origin-resource-policy') === 'same-origin',
  'other sites do not learn its address': ({ headers }) =>
    /^(no-referrer|same-origin|strict-origin)$/.test(headers.get('referrer-policy') ?? ''),
  'browsers insist on HTTPS for half a year': ({ headers }) =>
    Number(/^max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1]) >=
    183 * 86_400,
  'browsers do not guess its type': ({ headers }) =>
    headers.get('x-content-type-options') === 'nosniff',
  'it sets no cookies': ({ headers }) => headers.getSetCookie().length === 0,
  'its scripts come from its own origin': ({ scripts }) =>
    scripts.every((script) => /^\/[^/]/.test(script)),
};

describe("by the rules of Mozilla's HTTP Observatory", () => {
  it.each<[string, string]>([
    ...paths.map((path): [string, string] => ['a page', path]),
    ['a document', '/documents/terms-and-conditions.pdf'],
    ['an API response', '/api/contact'],
    ["the API's own page", '/api/contact/sent/7F3K-92QD'],
  ])('%s, %s, gets an A+', async (_what, path) => {
    const answer = await observe(`${product.site}${path}`);
    const broken = Object.entries(rules).filter(([, holds]) => !holds(answer));
    expect(broken.map(([rule]) => rule)).toEqual([]);
  });
});
