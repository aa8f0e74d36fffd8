import { expect, it } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';

const api = forAllTests(() =>
  startApiUnderTest({
    SITE_URL: 'https://www.example.co.za/',
    ALLOWED_ORIGINS: 'https://intranet.example.co.za',
  }),
);

async function status(headers: Record<string, string>) {
  return (await api.postForm({ ...createUniqueEnquiry() }, headers)).status;
}

it("accepts a form from the site, an allowed origin, or the API's own host", async () => {
  for (const origin of ['https://www.example.co.za', 'https://intranet.example.co.za', api.url]) {
    expect(await status({ Origin: origin })).toBe(303);
  }
});

it.each([
  'https://elsewhere.example',
  'https://www.example.co.za.elsewhere.example',
  'http://www.example.co.za',
  'nonsense',
])('refuses a form posted by a page from %s', async (origin) => {
  const response = await api.postForm({ ...createUniqueEnquiry() }, { Origin: origin });
  expect(response.status).toBe(403);
  expect(await response.text()).toContain('This form was sent from another website.');
});

it('accepts a form without an origin unless the browser reports it as cross-site', async () => {
  expect(await status({})).toBe(303);
  expect(await status({ Origin: 'null' })).toBe(303);
  expect(await status({ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' })).toBe(303);
  expect(await status({ Origin: 'null', 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
});
