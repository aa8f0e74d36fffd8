import type { Request, RequestHandler, Response } from 'express';

import { canaryForm, canaryHeader, canaryPurpose, readCanaryMark } from '../platform/canary.ts';
import { Problem } from '../platform/http/problem.ts';
import type { InstallationSecret } from '../platform/installation-secret.ts';
import { identifySubmission, readForm, type SubmissionIdentity } from './read-enquiry.ts';

/**
 * Recognises the canary, which is the system's own test enquiry, by its signed header. Sets a
 * response header to say so. A request with an invalid signature is treated as a visitor's.
 */
export function recognizeCanary(secret: InstallationSecret): RequestHandler {
  return async (request, response, next) => {
    const mark = request.headers[canaryHeader.toLowerCase()];
    const key = typeof mark === 'string' ? await secret.keyFor(canaryPurpose) : undefined;
    const id = key && readCanaryMark(key, String(mark), Date.now());
    if (id !== undefined) {
      response.locals.canaryId = id;
      response.setHeader(canaryHeader, 'recognised');
    }
    next();
  };
}

/** Wraps a handler so that it is not called for the canary. */
export function unlessCanary(handle: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    if (response.locals.canaryId !== undefined) next();
    else await handle(request, response, next);
  };
}

/**
 * Reads the canary's form. The enquiry's id is taken from the signed header.
 *
 * @throws Problem 400 if the content is not that of a canary.
 */
export function readCanary(request: Request, response: Response) {
  const id = response.locals.canaryId ?? '';
  const form = readForm(request.body);
  const identity: SubmissionIdentity = { ...identifySubmission(form), id };
  if (identity.contentHash !== identifySubmission(canaryForm(id)).contentHash) {
    throw new Problem(400, 'This is not the form that canaries send.');
  }
  return { form, identity };
}
