import type { Request } from 'express';
import * as z from 'zod';

import { contactSubmissionsPath } from '#contract/api.ts';
import { submissionStatuses } from '#contract/submission-view.ts';
import { Problem } from '#server/http.ts';
import { withId } from '#storage/connection.ts';
import { findEnquiries } from '#storage/enquiries.ts';
import { endMoment, firstMoment } from '../days.ts';
import { search } from '../office-views.ts';
import { record } from '../server/perform.ts';
import type { Route } from '../server/route.ts';
import { findEnquiry } from './find.server.ts';
import { readCursor, writeCursor } from './lists.server.ts';

/** The read-only API for scripts and other programs. */
export const submissionRoutes: Route[] = [
  {
    path: contactSubmissionsPath,
    right: 'enquiry.read',
    tokens: true,
    async handle(task, request, response) {
      const { q: text, limit, cursor: after, ...others } = readListQuery(request);
      const query = { ...(text ? { text } : {}), ...others };
      // One more than requested shows whether there is a next page.
      const page = { limit: limit + 1, after };
      const matching = await findEnquiries(await task.database(), query, page);
      const submissions = matching.slice(0, limit);
      const ids = submissions.map(({ _id }) => _id);
      await record(task, 'enquiry.list', { ids, conditions: Object.keys(query) });
      const last = matching.length > limit ? submissions.at(-1) : undefined;
      response.json({
        submissions: submissions.map(withId),
        nextCursor: last ? writeCursor(last) : null,
      });
    },
  },
  {
    path: `${contactSubmissionsPath}/:id`,
    right: 'enquiry.read',
    tokens: true,
    async handle(task, request, response) {
      const submission = await findEnquiry(task, { id: String(request.params.id) });
      response.locals.submissionId = submission._id;
      await record(task, 'enquiry.read', { ids: [submission._id] });
      response.json(withId(submission));
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
    .refine((position) => position !== undefined, 'must be the nextCursor of an earlier response')
    .optional(),
});

/** @throws Problem 400 that says what is wrong with each parameter, without its value. */
function readListQuery(request: Pick<Request, 'url'>) {
  const { searchParams } = new URL(request.url, 'http://localhost');
  const given = [...searchParams].filter(([, value]) => value !== '');
  const result = querySchema.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  const reasons = result.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')} ${message}` : 'unknown parameter',
  );
  throw new Problem(400, `Invalid parameters: ${reasons.join('; ')}.`);
}
