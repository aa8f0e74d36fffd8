import { isUtf8 } from 'node:buffer';
import express, { type NextFunction, type Request, type Response } from 'express';

import { Problem, wantsJson } from '../platform/http/problem.ts';

export const formType = 'application/x-www-form-urlencoded';
export const jsonType = 'application/json';

/** The media type of a request's body, in lower case and without parameters. */
export function bodyType({ headers }: Pick<Request, 'headers'>): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  return type.trim().toLowerCase();
}

/** Whether a browser posted the form without JavaScript. The response must then be a page. */
export function isNativeForm(request: Request): boolean {
  return request.method === 'POST' && bodyType(request) === formType && !wantsJson(request);
}

const maxBytes = new Map([
  [jsonType, 32_768],
  // A message of 5000 characters must fit. In many writing systems, a character takes three bytes
  // in UTF-8, and therefore nine in a form, which is percent-encoded.
  [formType, 65_536],
]);

/**
 * Accepts only JSON and forms, in UTF-8, uncompressed and not too large. Other requests are
 * rejected by their headers, before the body is read.
 */
export function requireFormType(request: Request, _response: Response, next: NextFunction): void {
  const type = bodyType(request);
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers;
  const contentTypes = request.headersDistinct['content-type'] ?? [];
  const limit = maxBytes.get(type);
  if (limit === undefined || contentTypes.length > 1) next(unsupportedType());
  else if (!charsetsOf(contentTypes.join()).every((name) => name === 'utf-8')) {
    next(new Problem(415, 'Please send the form in UTF-8.'));
  } else if (encoding.toLowerCase() !== 'identity') {
    next(new Problem(415, 'Please send the form without compressing it.'));
  } else if (Number(length ?? 0) > limit) next(new Problem(413, tooLarge));
  else {
    // Drops the parameters, so that the parsers always decode the body as UTF-8.
    request.headers['content-type'] = type;
    next();
  }
}

function charsetsOf(contentType: string): string[] {
  const found = contentType.matchAll(/;\s*charset\s*=\s*"?([^\s;"]*)/gi);
  return [...found].map(([, name = '']) => name.toLowerCase());
}

const anyType = () => true;

/** Rejects invalid UTF-8, which would be stored differently from what was typed. */
function verify(_request: unknown, _response: unknown, body: Buffer): void {
  if (!isUtf8(body)) throw new TypeError('not UTF-8');
}

/** Rejects invalid UTF-8 in percent-encoded bytes too. The parser would leave them encoded. */
function verifyForm(request: unknown, response: unknown, body: Buffer): void {
  verify(request, response, body);
  decodeURIComponent(body.toString());
}

const parseJson = express.json({
  limit: maxBytes.get(jsonType),
  inflate: false,
  type: anyType,
  verify,
});

const parseForm = express.urlencoded({
  limit: maxBytes.get(formType),
  inflate: false,
  extended: false,
  parameterLimit: 20,
  type: anyType,
  verify: verifyForm,
});

/** Reads a body that is known to be JSON or a form. */
export function parseBody(request: Request, response: Response, next: NextFunction): void {
  const parse = bodyType(request) === formType ? parseForm : parseJson;
  parse(request, response, (error?: unknown) => next(error && toProblem(error)));
}

const tooLarge = 'Your message is too large. It can have at most 5000 characters.';

/** Responses to parser errors, by the error's type. */
const refusals: Record<string, [status: number, sentence: string]> = {
  'entity.parse.failed': [400, 'The request is not a valid JSON object.'],
  'entity.too.large': [413, tooLarge],
  'parameters.too.many': [413, tooLarge],
  'entity.verify.failed': [400, 'The request is not valid UTF-8.'],
};

function toProblem(error: unknown): unknown {
  const { type, status } = error as { type?: string; status?: number };
  if (status === 415) return unsupportedType();
  const refusal = refusals[type ?? ''];
  return refusal ? new Problem(...refusal) : error;
}

function unsupportedType(): Problem {
  const types = [jsonType, formType];
  return new Problem(415, `Please send the form as ${types.join(' or ')}.`, {
    headers: { 'Accept-Post': types.join(', ') },
  });
}
