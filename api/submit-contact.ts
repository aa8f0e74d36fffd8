import type { RequestHandler, Response } from 'express';

import type { ContactAccepted } from '../contract/api.ts';
import { referenceOf } from '../contract/reference.ts';
import { tryAgainLater, type Problem } from '../platform/http/problem.ts';
import { redisReason } from '../platform/http/redis.ts';
import { isNativeForm, jsonType } from './contact-body.ts';
import type { Context } from './context.ts';
import { identifySubmission, readForm, readIdempotencyKey } from './read-enquiry.ts';
import { readSignals, type Screener } from './screening/screen-enquiry.ts';
import { acceptedMessage } from './show-sent.ts';

/** `POST /api/contact`: answers once Redis has the enquiry, and does nothing else. */
export function submitContact(
  context: Pick<
    Context,
    'backlog' | 'limits' | 'metrics' | 'receipts' | 'screener' | 'submissionQueue'
  >,
): RequestHandler {
  const { backlog, limits, metrics, receipts, screener, submissionQueue } = context;
  return async (request, response) => {
    const key = readIdempotencyKey(request.headers);
    const form = readForm(request.body);
    if (backlog.isFull()) throw unavailable('backlog full');
    await limits.countEnquiry(form.email);
    const screening = await screener.screen(form, readSignals(request));
    const identity = identifySubmission(form, key);
    const id = await submissionQueue.add(identity, form, screening).catch((error: unknown) => {
      throw unavailable(redisReason(error));
    });
    metrics.accepted(
      id !== identity.id ? 'duplicate' : screening.quarantined ? 'quarantined' : 'new',
    );
    response.locals.submissionId = id;
    const reference = referenceOf(id);
    if (isNativeForm(request)) await receipts.leadTo(response, reference);
    else answerAccepted(response, reference);
  };
}

/** `GET /api/contact/token`: the moment, signed, for a form that somebody has just met. */
export function issueToken(screener: Pick<Screener, 'issueToken'>): RequestHandler {
  return async (_request, response) => {
    const token = await screener.issueToken();
    if (token === undefined) throw unavailable('no secret');
    response.type('text').send(token);
  };
}

function unavailable(reason: string): Problem {
  return tryAgainLater(503, 'We cannot take your message at the moment.', 10, reason);
}

function answerAccepted(response: Response, reference: string): void {
  const accepted: ContactAccepted = { message: acceptedMessage, reference };
  const body = JSON.stringify(accepted);
  response.writeHead(202, {
    'Content-Type': `${jsonType}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
