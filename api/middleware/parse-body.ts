import { isUtf8 } from 'node:buffer';
import express, { type NextFunction, type Request, type Response } from 'express';

import { bodyType, formType } from '../negotiate.ts';

const anyType = () => true;

/** Without it, what is not UTF-8 would be stored as something other than what was typed. */
function verify(_request: unknown, _response: unknown, body: Buffer): void {
  if (!isUtf8(body)) throw new TypeError('not UTF-8');
}

const parseJson = express.json({ limit: '32kb', inflate: false, type: anyType, verify });

const parseForm = express.urlencoded({
  // Percent-encoding takes nine bytes for a character of many scripts, JSON three: a message of
  // 5000 such characters has to fit.
  limit: '64kb',
  inflate: false,
  extended: false,
  parameterLimit: 20,
  type: anyType,
  verify,
});

/** Reads a body that is known to be JSON or a form. */
export function parseBody(request: Request, response: Response, next: NextFunction): void {
  if (bodyType(request) === formType) parseForm(request, response, next);
  else parseJson(request, response, next);
}
