import type { RequestHandler } from 'express';
import type { Counter } from 'prom-client';

import type { Screening, Verdict } from '#contract/screening.ts';
import type { Answers } from './answers.ts';
import type { BlockList } from './block-list.ts';
import { readBody } from './body.ts';
import type { Limits } from './limits.ts';
import { readEnquiry } from './read-enquiry.ts';
import { screen } from './screen.ts';
import { unavailable, type SubmissionQueue } from './submission-queue.ts';

interface Context {
  /** Whether Redis has no memory left for another enquiry. */
  isFull: () => boolean;
  findBlocked: BlockList['find'];
  limits: Limits;
  queue: SubmissionQueue;
  answers: Answers;
  accepted: Counter<'result'>;
}

/** `POST /api/contact`: answers as soon as Redis has the enquiry. */
export function submitContact(context: Context): RequestHandler {
  const { isFull, findBlocked, limits, queue, answers, accepted } = context;
  return async (request, response) => {
    const { form, identity, signals } = readEnquiry(request, await readBody(request));
    const screening = screen(form, signals, findBlocked(form));
    let id = await queue.find(identity, screening.verdict);
    let result: Verdict | 'duplicate' = 'duplicate';
    if (id === undefined) {
      if (isFull()) throw unavailable('backlog full');
      const judged = withCrowd(screening, await limits.count(request.ip));
      id = await queue.add(identity, form, judged);
      if (id === identity.id) result = judged.verdict;
    }
    accepted.inc({ result });
    response.locals.submissionId = id;
    answers.accept(request, response, id);
  };
}

/** Marks an enquiry that came in a crowd of others. */
function withCrowd({ verdict, score, reasons }: Screening, crowd: string[]): Screening {
  const isMarked = verdict === 'clean' && crowd.length > 0;
  return { verdict: isMarked ? 'marked' : verdict, score, reasons: [...reasons, ...crowd] };
}
