import type { RequestHandler } from 'express';

import { searchSubmissions } from '../../storage/search-submissions.ts';
import { staffOf } from '../middleware/require-staff.ts';
import { writeCursor } from '../submissions/cursor.ts';
import { readListQuery } from '../submissions/read-list-query.ts';
import type { Staff } from '../accounts/staff.ts';
import { submissionView } from '../submissions/submission-view.ts';

/** `GET /api/contact-submissions`: a page of submissions, newest first. */
export function listSubmissions({ database }: Pick<Staff, 'database'>): RequestHandler {
  return async (request, response) => {
    const { filter, limit, after } = readListQuery(request);
    const page = await database.use(async (store) => {
      // One more than asked for tells whether there is a next page.
      const found = await searchSubmissions(store, filter, {
        limit: limit + 1,
        ...(after ? { after } : {}),
      });
      const shown = found.slice(0, limit);
      await store.audit.record({
        actor: staffOf(response).username,
        action: 'list-submissions',
        subject: { ids: shown.map(({ _id }) => _id), conditions: Object.keys(filter) },
      });
      return { shown, last: found.length > limit ? shown.at(-1) : undefined };
    });
    response.json({
      submissions: page.shown.map(submissionView),
      nextCursor: page.last ? writeCursor(page.last) : null,
    });
  };
}
