import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';

import type { ContactAccepted } from '../contract/api.ts';
import type { Screening } from '../contract/jobs.ts';
import { english } from '../contract/translation.ts';
import { referenceOf } from '../contract/reference.ts';
import { problemFrom, tryAgainLater, type Problem } from '../platform/http/problem.ts';
import { reasonOf } from '../platform/reason.ts';
import type { AcceptedResult } from './api-metrics.ts';
import { isNativeForm, jsonType } from './contact-body.ts';
import type { Context } from './context.ts';
import { localeOf } from './locale.ts';
import { identifySubmission, readForm, readIdempotencyKey } from './read-enquiry.ts';
import { readSignals, type Screener } from './screening/screen-enquiry.ts';
import type { SubmissionQueue } from './submission-queue.ts';

/**
 * The reasons that staff see if an enquiry over a limit was quarantined. It is not refused, because
 * other senders may have used up the limit.
 */
const floodReason = 'sent during a flood of enquiries';
const oftenReason = 'many enquiries from this email address';

/** An enquiry with this score or more is quarantined if its email address is over the limit. */
const strictScore = 2;

type SubmitContext = Pick<
  Context,
  'backlog' | 'limits' | 'metrics' | 'receipts' | 'screener' | 'submissionQueue'
>;

/** `POST /api/contact`: answers as soon as Redis has the enquiry. */
export function submitContact(context: SubmitContext): RequestHandler {
  const { limits, metrics, receipts } = context;
  return async (request, response) => {
    const { id, result } = await accept(context, request);
    if (result === 'duplicate') await limits.countRepeat(request);
    metrics.accepted(result);
    await answerAccepted(receipts, request, response, id);
  };
}

interface Accepted {
  id: string;
  result: AcceptedResult;
}

/** Answers a rate-limited request as accepted if it is a retry of an accepted enquiry. */
export function answerRetry({
  limits,
  metrics,
  receipts,
  submissionQueue,
}: Pick<
  SubmitContext,
  'limits' | 'metrics' | 'receipts' | 'submissionQueue'
>): ErrorRequestHandler {
  return async (error: unknown, request, response, next) => {
    const known =
      problemFrom(error).status === 429 && (await findAccepted(submissionQueue, request));
    if (!known) {
      next(error);
      return;
    }
    await limits.countRepeat(request);
    metrics.accepted('duplicate');
    await answerAccepted(receipts, request, response, known);
  };
}

async function findAccepted(submissionQueue: SubmissionQueue, request: Request) {
  try {
    return await submissionQueue.find(readEnquiry(request).identity);
  } catch {
    // Reports the rate limit instead, which matters more to the client than this error.
    return undefined;
  }
}

function readEnquiry({ headers, body }: Request) {
  const key = readIdempotencyKey(headers);
  const form = readForm(body);
  return { form, identity: identifySubmission(form, key) };
}

async function accept(context: SubmitContext, request: Request): Promise<Accepted> {
  const { backlog, screener, submissionQueue } = context;
  const { form, identity } = readEnquiry(request);
  if (backlog.isFull()) {
    const known = await submissionQueue.find(identity).catch(failUnavailable);
    if (known !== null) return { id: known, result: 'duplicate' };
    throw unavailable('backlog full');
  }
  const signals = readSignals(request);
  const screened = await screener.screen(identity.id, form, signals);
  try {
    return await acceptScreened(context, request, { form, identity, screened });
  } catch (error) {
    // Otherwise the form token would count against the visitor who corrects the enquiry.
    void screener.release(identity.id, signals);
    throw error;
  }
}

async function acceptScreened(
  { limits, submissionQueue }: SubmitContext,
  request: Request,
  { form, identity, screened }: ReturnType<typeof readEnquiry> & { screened: Screening },
): Promise<Accepted> {
  const isSpam = screened.quarantined;
  const { mayBeKnown, isOverLimit, isOften, mayAcknowledge } = await limits.countEnquiry(request, {
    email: form.email,
    keys: submissionQueue.keysOf(identity, isSpam),
    isSpam,
  });
  const known = mayBeKnown
    ? await submissionQueue.find(identity, isSpam).catch(failUnavailable)
    : null;
  if (known !== null) return { id: known, result: 'duplicate' };
  const isDubious = isOften && screened.score >= strictScore;
  const more = [...(isOverLimit ? [floodReason] : []), ...(isDubious ? [oftenReason] : [])];
  const screening = {
    ...screened,
    reasons: [...screened.reasons, ...more],
    quarantined: isSpam || more.length > 0,
  };
  const locale = localeOf(request.body);
  const origin = {
    screening,
    ...(locale === english ? {} : { locale }),
    ...(mayAcknowledge ? {} : { acknowledge: false as const }),
  };
  const id = await submissionQueue
    .add(identity, form, origin, isSpam || isDubious)
    .catch(failUnavailable);
  if (id !== identity.id) return { id, result: 'duplicate' };
  const result = isOverLimit ? 'over_limit' : screening.quarantined ? 'quarantined' : 'new';
  return { id, result };
}

function failUnavailable(error: unknown): never {
  throw unavailable(reasonOf(error) ?? 'not connected');
}

/** `GET /api/contact/token`: issues a signed timestamp for a form that a visitor fills in. */
export function issueToken(screener: Pick<Screener, 'issueToken'>): RequestHandler {
  return async (_request, response) => {
    const token = await screener.issueToken();
    if (token === undefined) throw unavailable('no secret');
    response.type('text').send(token);
  };
}

function unavailable(reason: string): Problem {
  return tryAgainLater(503, 'We cannot accept messages at the moment.', 10, reason);
}

async function answerAccepted(
  receipts: Context['receipts'],
  request: Request,
  response: Response,
  id: string,
): Promise<void> {
  const reference = referenceOf(id);
  const locale = localeOf(request.body);
  response.locals.submissionId = id;
  if (isNativeForm(request)) {
    await receipts.redirectTo(response, reference, locale);
    return;
  }
  const accepted: ContactAccepted = { message: receipts.messageIn(locale), reference };
  const body = JSON.stringify(accepted);
  response.writeHead(202, {
    'Content-Type': `${jsonType}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
