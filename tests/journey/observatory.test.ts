import { ALL_TESTS } from '@mdn/mdn-http-observatory/src/constants.js';
import { getScoreModifier } from '@mdn/mdn-http-observatory/src/grader/grader.js';
import { parseHttpEquivHeaders } from '@mdn/mdn-http-observatory/src/retriever/utils.js';
import { describe, expect, it, vi } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { paths } from '../../testing/pages.ts';
import { startProduct } from '../../testing/running-product.ts';

// The list of preloaded hosts is downloaded by the package's install script, which does not run
// here. Without it no host counts as preloaded, which can only lower the score.
vi.mock('@mdn/mdn-http-observatory/src/analyzer/hsts.js', () => ({ isHstsPreloaded: () => null }));

const product = forAllTests(startProduct);

/** The response as the Observatory would see it from a public host. */
async function observe(address: string): Promise<object> {
  const answer = await fetch(address, { headers: { Accept: 'text/html' } });
  const headers = Object.fromEntries(answer.headers);
  const html = await answer.text();
  const response = {
    status: 200,
    verified: true,
    data: html,
    headers: Object.assign(
      Object.create({ get: (name: string) => headers[name.toLowerCase()] }),
      headers,
    ) as object,
    request: { headers: {} },
    config: { headers: {} },
    httpEquiv: parseHttpEquivHeaders(html, 'https://www.example.co.za/'),
  };
  // The web server redirects to HTTPS; Caddy does so automatically.
  const redirects = [
    { url: new URL('http://www.example.co.za/'), status: 308 },
    { url: new URL('https://www.example.co.za/'), status: 200 },
  ];
  return {
    hostname: 'www.example.co.za',
    resources: { path: html },
    session: { jar: null, url: new URL('https://www.example.co.za/') },
    responses: {
      ...{ auto: response, cors: response, http: response, https: response },
      ...{ httpRedirects: redirects, httpsRedirects: redirects.slice(1) },
    },
  };
}

describe("by the rules of Mozilla's HTTP Observatory", () => {
  it.each<[string, string]>([
    ...paths.map((path): [string, string] => ['a page', path]),
    ['a document', '/documents/terms-and-conditions.pdf'],
    ['an answer of the API', '/api/contact/token'],
    ["the API's own page", '/api/contact/sent/7F3K-92QD'],
  ])('%s, %s, scores at least 130', async (_what, path) => {
    const requests = await observe(`${product.site}${path}`);
    const results = ALL_TESTS.map((test) => test(requests));
    const failed = results.filter(({ pass }) => !pass).map(({ result }) => result);
    expect(failed).toEqual([]);
    const score = results.reduce((sum, { result }) => sum + getScoreModifier(result), 100);
    expect(score).toBeGreaterThanOrEqual(130);
  });
});
