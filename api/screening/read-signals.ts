import type { Request } from 'express';

import {
  formSignalsHeader,
  readFormSignals,
  tokenInputName,
  trapInputName,
  type FormSignals,
} from '../../contract/form-signals.ts';
import { bodyType, formType } from '../negotiate.ts';

/** The signals of a form: in its further inputs if a browser posted it, else in the header. */
export function readSignals(request: Pick<Request, 'headers' | 'body'>): FormSignals {
  if (bodyType(request) !== formType) {
    return readFormSignals(String(request.headers[formSignalsHeader.toLowerCase()] ?? ''));
  }
  const body = { ...(request.body as Record<string, unknown>) };
  const trap = body[trapInputName];
  const token = body[tokenInputName];
  return {
    trapFilled: trap !== undefined && trap !== '',
    ...(typeof token === 'string' && token.length <= 100 ? { token } : {}),
  };
}
