import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import * as z from 'zod';

import { describeOpenApi } from '../api/openapi.ts';

const answer = z.object({
  headers: z.record(z.string(), z.unknown()).default({}),
  content: z.record(z.string(), z.object({ schema: z.unknown() })).default({}),
});
const description = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ responses: z.record(z.string(), answer) })),
  ),
});

const text = JSON.stringify(describeOpenApi('0.0.0'));
const { paths } = description.parse(JSON.parse(text));
const ajv = new Ajv2020({ strict: false });
addFormats(ajv);
ajv.addSchema({ $id: 'openapi', ...(JSON.parse(text) as object) });

/** Expects a response to match its OpenAPI description: status, headers and body. */
export async function isAsDescribed(
  method: string,
  path: string,
  response: Response,
): Promise<void> {
  const described = paths[path]?.[method]?.responses[response.status];
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
