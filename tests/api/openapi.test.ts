import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';

import { contactPath, openApiPath } from '../../contract/api.ts';
import { storeSubmission } from '../../storage/store-submission.ts';
import { createUser } from '../../storage/users.ts';
import { accepted } from '../storage/accepted.ts';
import { enquiry } from './enquiry.ts';
import { password, startStaffApi, type StaffApi } from './staff-api.ts';

const answer = z.object({
  headers: z.record(z.string(), z.unknown()).default({}),
  content: z.record(z.string(), z.object({ schema: z.unknown() })).default({}),
});
const description = z.object({
  openapi: z.string(),
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ responses: z.record(z.string(), answer) })),
  ),
});

let api: StaffApi;
let ajv: Ajv2020;
let document: z.infer<typeof description>;
const id = crypto.randomUUID();

beforeAll(async () => {
  api = await startStaffApi();
  await createUser(api.database, { username: 'board', password, maySeePersonalData: false });
  await storeSubmission(api.database, accepted({ id }));
  const text = await (await fetch(`${api.url}${openApiPath}`)).text();
  document = description.parse(JSON.parse(text));
  ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'openapi', ...(JSON.parse(text) as object) });
});

afterAll(() => api.stop());

it('describes itself in valid OpenAPI 3.1', async () => {
  const response = await fetch(`${api.url}${openApiPath}`);
  const served = z.record(z.string(), z.unknown()).parse(await response.json());
  const validator = new Validator();
  expect(await validator.validate(served)).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

/** Expects an answer to have the status, headers and body that the description gives it. */
async function isAsDescribed(method: string, path: string, response: Response): Promise<void> {
  const described = document.paths[path]?.[method]?.responses[response.status];
  expect(described, `${method} ${path} ${response.status}`).toBeDefined();
  for (const name of Object.keys(described?.headers ?? {})) {
    expect(response.headers.has(name), name).toBe(true);
  }
  const body = await response.text();
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  if (type === '' && body === '') return;
  expect(Object.keys(described?.content ?? {})).toContain(type);
  const pointer = ['paths', path, method, 'responses', response.status, 'content', type, 'schema'];
  const escaped = pointer.map((part) =>
    encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')),
  );
  const value: unknown = type.endsWith('json') ? JSON.parse(body) : body;
  const valid = ajv.validate({ $ref: `openapi#/${escaped.join('/')}` }, value);
  expect(ajv.errorsText(), body).toBe('No errors');
  expect(valid).toBe(true);
}

const json = { Accept: 'application/json' };

it('answers an enquiry as described, whatever becomes of it', async () => {
  const post = (response: Response) => isAsDescribed('post', contactPath, response);
  await post(await api.post(enquiry()));
  await post(await api.postForm({ ...enquiry() }));
  await post(await api.post(enquiry({ email: 'nobody' }), json));
  await post(await api.post(enquiry({ email: 'nobody' })));
  await post(await api.postForm({ ...enquiry(), email: 'nobody' }));
  await post(await api.post({ ...enquiry(), message: 'x'.repeat(200_000) }, json));
  await post(await api.post(enquiry(), { ...json, 'Content-Type': 'text/xml' }));
  await post(await api.post(enquiry(), { ...json, 'Idempotency-Key': 'x'.repeat(500) }));
});

it.each([
  ['/api/contact/sent/{reference}', '/api/contact/sent/7F3K-92QD', 200],
  ['/api/contact/sent/{reference}', '/api/contact/sent/nothing', 404],
  ['/api/contact/token', '/api/contact/token', 200],
  ['/healthz', '/healthz', 200],
  ['/readyz', '/readyz', 200],
  [openApiPath, openApiPath, 200],
])('answers %s at %s as described', async (path, address, status) => {
  const response = await fetch(`${api.url}${address}`);
  expect(response.status).toBe(status);
  await isAsDescribed('get', path, response);
});

it.each([
  ['', '', 401, undefined],
  ['', '', 200, 'naledi'],
  ['', '?limit=1000', 400, 'naledi'],
  ['', '', 403, 'board'],
  ['/{id}', `/${id}`, 200, 'naledi'],
  ['/{id}', '/nothing', 404, 'naledi'],
  ['/{id}', `/${id}`, 403, 'board'],
])('answers staff who read %s at "%s" with %i as described', async (path, query, status, user) => {
  const response = await api.get(query, user, undefined, json);
  expect(response.status).toBe(status);
  await isAsDescribed('get', `/api/contact-submissions${path}`, response);
});
