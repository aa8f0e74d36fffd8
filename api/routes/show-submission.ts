import type { RequestHandler } from 'express';
import * as z from 'zod';

import { findSubmission } from '../../storage/read-submissions.ts';
import { staffOf } from '../middleware/require-staff.ts';
import { setSubmissionId } from '../middleware/log-requests.ts';
import { Problem } from '../problem.ts';
import type { Staff } from '../accounts/staff.ts';
import { submissionView } from '../submissions/submission-view.ts';

const uuid = z.uuid();

/** `GET /api/contact-submissions/:id`: everything that is held of one submission. */
export function showSubmission({ database }: Pick<Staff, 'database'>): RequestHandler {
  return async (request, response) => {
    const id = uuid.safeParse(request.params.id);
    const found = await database.use(async (store) => {
      const submission = id.success ? await findSubmission(store, id.data) : null;
      if (!submission) throw new Problem(404, 'There is no enquiry with that id.');
      await store.audit.record({
        actor: staffOf(response).username,
        action: 'show-submission',
        subject: { ids: [submission._id] },
      });
      return submission;
    });
    setSubmissionId(response, found._id);
    response.json(submissionView(found));
  };
}
