import type { Request } from 'express';
import * as z from 'zod';

import { endMoment, firstMoment } from '../../platform/days.ts';
import type { Position, SubmissionFilter } from '../../storage/search-submissions.ts';
import { submissionStatuses } from '../../storage/submission-model.ts';
import { Problem } from '../problem.ts';
import { readCursor } from './cursor.ts';

const query = z.strictObject({
  q: z
    .string()
    .trim()
    .max(200, 'must be at most 200 characters long')
    .regex(/^\P{Cc}*$/u, 'must be a single line of text')
    .optional(),
  from: firstMoment.optional(),
  to: endMoment.optional(),
  status: z.enum(submissionStatuses, `must be ${submissionStatuses.join(' or ')}`).optional(),
  limit: z.coerce.number().int().min(1).max(100, 'must be at most 100').default(50),
  cursor: z
    .string()
    .transform((value, context): Position => {
      const found = readCursor(value);
      if (found) return found;
      context.addIssue({ code: 'custom', message: 'must be the nextCursor of an earlier answer' });
      return z.NEVER;
    })
    .optional(),
});

export interface ListQuery {
  filter: SubmissionFilter;
  limit: number;
  after?: Position;
}

/**
 * Which submissions a request asks for.
 *
 * @throws Problem 400 that names each parameter that cannot be used, and why, without its value.
 */
export function readListQuery(request: Pick<Request, 'url'>): ListQuery {
  const { searchParams } = new URL(request.url, 'http://localhost');
  const given = [...searchParams].filter(([, value]) => value !== '');
  const result = query.safeParse(Object.fromEntries(given));
  if (!result.success) {
    const reasons = result.error.issues.map(({ path, message }) =>
      path.length > 0 ? `${path.join('.')} ${message}` : 'there is a parameter that is not known',
    );
    throw new Problem(400, `The list cannot be made: ${reasons.join('; ')}.`);
  }
  const { q, from, to, status, limit, cursor } = result.data;
  return {
    filter: {
      ...(q ? { text: q } : {}),
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
      ...(status ? { status } : {}),
    },
    limit,
    ...(cursor ? { after: cursor } : {}),
  };
}
