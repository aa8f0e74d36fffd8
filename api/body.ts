import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

import { contactFields } from '#contract/contact-fields.ts';
import { Problem } from '#server/http.ts';

export const formType = 'application/x-www-form-urlencoded';
const jsonType = 'application/json';
const types = [jsonType, formType];

// 5000 characters must fit, of up to three bytes in UTF-8, which are nine in a form.
const maxBytes = 65_536;

/** The media type of a request's body, in lower case and without parameters. */
export function bodyType({ headers }: IncomingMessage): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  return type.trim().toLowerCase();
}

/** Reads JSON or a form, uncompressed and not too large. @throws Problem 400, 413 or 415. */
export async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const type = bodyType(request);
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers;
  const contentTypes = request.headersDistinct['content-type'] ?? [];
  if (!types.includes(type) || contentTypes.length > 1) {
    const headers = { 'Accept-Post': types.join(', ') };
    throw new Problem(415, `Please send the form as ${types.join(' or ')}.`, { headers });
  }
  if (!charsetsOf(contentTypes.join()).every((name) => name === 'utf-8')) {
    throw new Problem(415, 'Please send the form in UTF-8.');
  }
  if (encoding.toLowerCase() !== 'identity') {
    throw new Problem(415, 'Please send the form without compressing it.');
  }
  if (Number(length ?? 0) > maxBytes) throw tooLarge();
  const bytes = await readBytes(request);
  if (!isUtf8(bytes)) throw notUtf8();
  return type === formType ? parseForm(bytes.toString()) : parseJson(bytes.toString());
}

function charsetsOf(contentType: string): string[] {
  const parameters = contentType.matchAll(/;\s*charset\s*=\s*"?([^\s;"]*)/gi);
  return [...parameters].map(([, name = '']) => name.toLowerCase());
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Stopping early must not close the connection, or the answer would be lost.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size > maxBytes) throw tooLarge();
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(400, 'The request did not arrive completely.', { reason: 'aborted' });
  }
  return Buffer.concat(chunks, size);
}

function parseJson(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text || '{}');
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    if (isObject) return body as Record<string, unknown>;
  } catch {
    // Answered below, like JSON that is not an object.
  }
  throw new Problem(400, 'The request is not a valid JSON object.');
}

/** Parses a form. A field that is sent twice becomes a list, which no field accepts. */
function parseForm(text: string): Record<string, unknown> {
  try {
    // URLSearchParams would replace bytes that are not UTF-8.
    decodeURIComponent(text);
  } catch {
    throw notUtf8();
  }
  const values = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of new URLSearchParams(text)) {
    values[name] = name in values ? [values[name], value] : value;
  }
  return values;
}

function tooLarge(): Problem {
  const { max } = contactFields.message;
  return new Problem(413, `Your message is too large. It can have at most ${max} characters.`);
}

function notUtf8(): Problem {
  return new Problem(400, 'The request is not valid UTF-8.');
}
