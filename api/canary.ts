import type { Request, RequestHandler, Response } from 'express';

import { canaryForm, canaryHeader, canaryPurpose, readCanaryMark } from '../platform/canary.ts';
import { Problem } from '../platform/http/problem.ts';
import type { InstallationSecret } from '../platform/installation-secret.ts';
import { identifySubmission, readForm, type SubmissionIdentity } from './read-enquiry.ts';

/**
 * Recognises the enquiry that the system sends to itself by a mark that only our own processes can
 * make, and says so in the answer. To whatever else has such a header it does nothing.
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

/** A handler for visitors alone: the canary goes past it. */
export function unlessCanary(handle: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    if (response.locals.canaryId !== undefined) next();
    else await handle(request, response, next);
  };
}

/**
 * The identity of the canary in a request: its own id.
 *
 * @throws Problem 400 when it brings anything else than what the system sends to itself.
 */
export function readCanary(request: Request, response: Response) {
  const id = response.locals.canaryId ?? '';
  const form = readForm(request.body);
  const identity: SubmissionIdentity = { ...identifySubmission(form), id };
  if (identity.contentHash !== identifySubmission(canaryForm(id)).contentHash) {
    throw new Problem(400, 'This is not what the system sends to itself.');
  }
  return { form, identity };
}
