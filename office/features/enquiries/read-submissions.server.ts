import type { Request } from 'express';
import * as z from 'zod';

import { contactSubmissionsPath } from '../../../contract/api.ts';
import { submissionStatuses } from '../../../contract/submission-view.ts';
import { endMoment, firstMoment } from '../../days.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { withId } from '../../../storage/connection.ts';
import type { Position } from '../../../storage/search-submissions.ts';
import { findSubmissions } from './list-enquiries.server.ts';
import { openSubmission } from './open-submission.server.ts';
import { search } from '../../office-views.ts';
import type { Route } from '../../server/route.ts';

/** The read-only API for scripts and other programs. */
export const submissionRoutes: Route[] = [
  {
    method: 'get',
    path: contactSubmissionsPath,
    right: 'enquiry.read',
    tokens: true,
    async handle(task, request, response) {
      const { filter, ...wanted } = readListQuery(request);
      const page = await findSubmissions(task, filter, wanted);
      response.json({
        submissions: page.submissions.map(withId),
        nextCursor: page.end ? writeCursor(page.end) : null,
      });
    },
  },
  {
    method: 'get',
    path: `${contactSubmissionsPath}/:id`,
    right: 'enquiry.read',
    tokens: true,
    async handle(task, request, response) {
      const found = await openSubmission(task, { id: String(request.params.id) });
      response.locals.submissionId = found._id;
      response.json(withId(found));
    },
  },
];

const querySchema = z.strictObject({
  q: z.optional(search),
  from: firstMoment.exactOptional(),
  to: endMoment.exactOptional(),
  status: z.enum(submissionStatuses, `must be ${submissionStatuses.join(' or ')}`).exactOptional(),
  limit: z.coerce.number().int().min(1).max(100, 'must be at most 100').default(50),
  cursor: z
    .string()
    .transform(readCursor)
    .refine((found) => found !== undefined, 'must be the nextCursor of an earlier response')
    .optional(),
});

/**
 * Reads the filter, the limit and the position from the query of a request.
 *
 * @throws Problem 400 that says what is wrong with each parameter, without its value.
 */
function readListQuery(request: Pick<Request, 'url'>) {
  const { searchParams } = new URL(request.url, 'http://localhost');
  const given = [...searchParams].filter(([, value]) => value !== '');
  const result = querySchema.safeParse(Object.fromEntries(given));
  if (!result.success) {
    const reasons = result.error.issues.map(({ path, message }) =>
      path.length > 0 ? `${path.join('.')} ${message}` : 'unknown parameter',
    );
    throw new Problem(400, `Invalid parameters: ${reasons.join('; ')}.`);
  }
  const { q, limit, cursor, ...others } = result.data;
  return { filter: { ...(q ? { text: q } : {}), ...others }, limit, after: cursor };
}

const position = z.tuple([z.iso.datetime(), z.uuid()]);

/** Encodes the position of the end of a page in an opaque, URL-safe cursor. */
export function writeCursor({ createdAt, _id }: Position): string {
  return Buffer.from(`${createdAt.toISOString()} ${_id}`).toString('base64url');
}

/** Decodes a cursor to its position; undefined if the cursor is invalid. */
export function readCursor(cursor: string): Position | undefined {
  const parts = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const result = position.safeParse(parts);
  if (!result.success) return undefined;
  const [createdAt, _id] = result.data;
  return { createdAt: new Date(createdAt), _id };
}
