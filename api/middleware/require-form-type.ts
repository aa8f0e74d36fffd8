import type { NextFunction, Request, Response } from 'express';

import { bodyType, formType, jsonType } from '../negotiate.ts';
import { compressed, unsupportedCharset, unsupportedType } from '../problem.ts';

/** Refuses, before a byte of it is read, a body that is neither JSON nor a form in plain UTF-8. */
export function requireFormType(request: Request, _response: Response, next: NextFunction): void {
  const type = bodyType(request);
  const { 'content-type': whole = '', 'content-encoding': encoding = 'identity' } = request.headers;
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(whole)?.[1] ?? 'utf-8';
  if (type !== jsonType && type !== formType) next(unsupportedType());
  else if (charset.toLowerCase() !== 'utf-8') next(unsupportedCharset());
  else if (encoding.toLowerCase() !== 'identity') next(compressed());
  else next();
}
