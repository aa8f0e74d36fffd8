import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import * as z from 'zod';

import { contactPath, openApiPath } from '../../contract/api.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';
import { isAsDescribed } from '../../testing/described-answers.ts';

const api = forAllTests(() => startApiUnderTest());

it('describes itself in valid OpenAPI 3.1', async () => {
  const response = await fetch(`${api.url}${openApiPath}`);
  const served = z.record(z.string(), z.unknown()).parse(await response.json());
  const validator = new Validator();
  expect(await validator.validate(served)).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

const json = { Accept: 'application/json' };

it('answers enquiries as described', async () => {
  const post = (response: Response) => isAsDescribed('post', contactPath, response);
  await post(await api.post(createUniqueEnquiry()));
  await post(await api.postForm({ ...createUniqueEnquiry() }));
  await post(await api.post(createUniqueEnquiry({ email: 'nobody' }), json));
  await post(await api.post(createUniqueEnquiry({ email: 'nobody' })));
  await post(await api.postForm({ ...createUniqueEnquiry(), email: 'nobody' }));
  await post(await api.post({ ...createUniqueEnquiry(), message: 'x'.repeat(200_000) }, json));
  await post(await api.post(createUniqueEnquiry(), { ...json, 'Content-Type': 'text/xml' }));
  await post(
    await api.post(createUniqueEnquiry(), { ...json, 'Idempotency-Key': 'x'.repeat(500) }),
  );
});

it.each([
  ['/api/contact', '/api/contact', 405],
  ['/api/contact/sent/{reference}', '/api/contact/sent/7F3K-92QD', 404],
  ['/api/contact/token', '/api/contact/token', 200],
  ['/healthz', '/healthz', 200],
  ['/readyz', '/readyz', 200],
  [openApiPath, openApiPath, 200],
])('answers a GET request for %s as described', async (path, address, status) => {
  const response = await fetch(`${api.url}${address}`);
  expect(response.status).toBe(status);
  await isAsDescribed('get', path, response);
});

it('answers the GET requests of a browser as described', async () => {
  const get = (address: string) =>
    fetch(`${api.url}${address}`, { headers: { Accept: 'text/html' }, redirect: 'manual' });
  const receipt = '/api/contact/sent/{reference}';
  await isAsDescribed('get', contactPath, await get(contactPath));
  await isAsDescribed('get', receipt, await get('/api/contact/sent/7F3K-92QD'));
  const sent = await api.postForm({ ...createUniqueEnquiry() });
  await isAsDescribed('get', receipt, await get(sent.headers.get('location') ?? ''));
});
