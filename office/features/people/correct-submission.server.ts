import { contactFieldNames, type ContactFieldName } from '../../../contract/contact-fields.ts';
import type { ContactForm } from '../../../contract/contact-form.ts';
import type { ContactSubmission } from '../../../storage/submission-model.ts';
import { compactSubmissions, storeCorrection } from '../../../storage/submissions.ts';
import { run } from '../../server/run-action.ts';
import type { DatabaseContext } from '../../server/task.ts';
import { changedMeanwhile, type SubmissionVersion } from '../enquiries/change-state.server.ts';
import { findNamedSubmission } from '../enquiries/open-submission.server.ts';

/**
 * Changes what a submission says, at the request of the person whom it is about, as it was in the
 * given version, and has MongoDB rewrite its file. The correction is what the form's schema made of
 * it. A TaskError says that there is none, or that a colleague was faster.
 */
export function correctSubmission(
  context: DatabaseContext,
  seen: SubmissionVersion,
  correction: Partial<ContactForm>,
): Promise<{ before: ContactSubmission; changed: ContactFieldName[] }> {
  const { id } = seen;
  const changed = contactFieldNames.filter((field) => correction[field] !== undefined);
  return run(context, 'person.correct', { ids: [id], conditions: changed }, async () => {
    const before = await findNamedSubmission(context, { id });
    return {
      async work() {
        const database = await context.database();
        if (!(await storeCorrection(database, seen, correction))) {
          throw await changedMeanwhile(context, id);
        }
        await compactSubmissions(database);
        return { before, changed };
      },
    };
  });
}
