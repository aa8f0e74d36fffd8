import type { Request, RequestHandler, Response } from 'express';

import { contactPath, type ContactAccepted } from '../../contract/api.ts';
import type { Screening } from '../../contract/jobs.ts';
import { referenceOf } from '../../contract/reference.ts';
import { acceptedMessage } from '../content.ts';
import type { AcceptedResult } from '../api-metrics.ts';
import type { Context } from '../context.ts';
import { setSubmissionId } from '../middleware/log-requests.ts';
import { isNativeForm, jsonType } from '../negotiate.ts';
import { unavailable } from '../problem.ts';
import { redisReason } from '../redis.ts';
import { readSignals } from '../screening/read-signals.ts';
import { identifySubmission } from '../submissions/identify-submission.ts';
import { readForm } from '../submissions/read-form.ts';
import { readIdempotencyKey } from '../submissions/read-idempotency-key.ts';

/** `POST /api/contact`: answers once Redis has the enquiry, and does nothing else. */
export function submitContact(
  context: Pick<
    Context,
    'enquiryLimiter' | 'isBacklogFull' | 'metrics' | 'screener' | 'submissions'
  >,
): RequestHandler {
  const { enquiryLimiter, isBacklogFull, metrics, screener, submissions } = context;
  return async (request, response) => {
    const key = readIdempotencyKey(request.headers);
    const form = readForm(request.body);
    if (isBacklogFull()) throw unavailable('backlog full');
    await enquiryLimiter.count(form.email);
    const screening = await screener.screen(form, readSignals(request));
    const identity = identifySubmission(form, key);
    const id = await submissions.add(identity, form, screening).catch((error: unknown) => {
      throw unavailable(redisReason(error));
    });
    metrics.accepted(resultOf(id === identity.id, screening));
    setSubmissionId(response, id);
    answerAccepted(request, response, referenceOf(id));
  };
}

function resultOf(isNew: boolean, { quarantined }: Screening): AcceptedResult {
  if (!isNew) return 'duplicate';
  return quarantined ? 'quarantined' : 'new';
}

function answerAccepted(request: Request, response: Response, reference: string): void {
  if (isNativeForm(request)) {
    response.writeHead(303, { Location: `${contactPath}/sent/${reference}`, 'Content-Length': 0 });
    response.end();
    return;
  }
  const accepted: ContactAccepted = { message: acceptedMessage, reference };
  const body = JSON.stringify(accepted);
  response.writeHead(202, {
    'Content-Type': `${jsonType}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
