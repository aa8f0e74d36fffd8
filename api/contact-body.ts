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

/** Whether a browser posted the form by itself, so that the answer becomes the visitor's page. */
export function isNativeForm(request: Request): boolean {
  return request.method === 'POST' && bodyType(request) === formType && !wantsJson(request);
}

/** Bytes that are read of a body, by its type. */
const largest: Record<string, number> = {
  [jsonType]: 32_768,
  // Percent-encoding takes nine bytes for a character of many scripts, JSON three: a message of
  // 5000 such characters has to fit.
  [formType]: 65_536,
};

/**
 * Refuses, before a byte of it is read, a body that is neither JSON nor a form in plain UTF-8, and
 * one that says that it is too large.
 */
export function requireFormType(request: Request, _response: Response, next: NextFunction): void {
  const type = bodyType(request);
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers;
  const wholes = request.headersDistinct['content-type'] ?? [];
  const limit = largest[type];
  if (limit === undefined || wholes.length > 1) next(unsupportedType());
  else if (!charsetsOf(wholes.join()).every((name) => name === 'utf-8')) {
    next(new Problem(415, 'Please send the form in UTF-8.'));
  } else if (encoding.toLowerCase() !== 'identity') {
    next(new Problem(415, 'Please send the form without compressing it.'));
  } else if (Number(length ?? 0) > limit) next(new Problem(413, tooLarge));
  else {
    // The parsers would choose by parameters of it how to read the bytes.
    request.headers['content-type'] = type;
    next();
  }
}

/** Every character set that a content type names, in lower case: it may hide a second one. */
function charsetsOf(contentType: string): string[] {
  const found = contentType.matchAll(/;\s*charset\s*=\s*"?([^\s;"]*)/gi);
  return [...found].map(([, name = '']) => name.toLowerCase());
}

const anyType = () => true;

/** Without it, what is not UTF-8 would be stored as something other than what was typed. */
function verify(_request: unknown, _response: unknown, body: Buffer): void {
  if (!isUtf8(body)) throw new TypeError('not UTF-8');
}

/** The same for the codes of a form, which the parser leaves as they are if they are not UTF-8. */
function verifyForm(request: unknown, response: unknown, body: Buffer): void {
  verify(request, response, body);
  decodeURIComponent(body.toString());
}

const parseJson = express.json({
  limit: largest[jsonType],
  inflate: false,
  type: anyType,
  verify,
});

const parseForm = express.urlencoded({
  limit: largest[formType],
  inflate: false,
  extended: false,
  parameterLimit: 20,
  type: anyType,
  verify: verifyForm,
});

/** Reads a body that is known to be JSON or a form. */
export function parseBody(request: Request, response: Response, next: NextFunction): void {
  const parse = bodyType(request) === formType ? parseForm : parseJson;
  parse(request, response, (error?: unknown) => next(error && inOurWords(error)));
}

const tooLarge = 'What you sent is too large. A message has at most 5000 characters.';

/** What the parser refuses, by the type of its error. */
const refusals: Record<string, [status: number, sentence: string]> = {
  'entity.parse.failed': [400, 'The request does not contain valid JSON.'],
  'entity.too.large': [413, tooLarge],
  'parameters.too.many': [413, tooLarge],
  'entity.verify.failed': [400, 'The request is not valid UTF-8.'],
};

function inOurWords(error: unknown): unknown {
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
