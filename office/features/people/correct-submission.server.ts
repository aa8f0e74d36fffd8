import { contactFieldNames, type ContactFieldName } from '../../../contract/contact-fields.ts';
import type { ContactForm } from '../../../contract/contact-form.ts';
import type { ContactSubmission } from '../../../storage/submission-model.ts';
import { compactSubmissions, storeCorrection } from '../../../storage/submissions.ts';
import { runPrepared } from '../../server/run-action.ts';
import type { DatabaseContext } from '../../server/task.ts';
import { changedByColleague, findEnquiry } from '../../enquiries/find.server.ts';

/**
 * Corrects a submission if it still has the given version, and asks MongoDB to compact its files.
 * The caller has validated the correction with the form's schema.
 *
 * @throws TaskError if the submission does not exist, or a colleague has changed it.
 */
export function correctSubmission(
  context: DatabaseContext,
  seen: { id: string; version: number },
  correction: Partial<ContactForm>,
): Promise<{ before: ContactSubmission; changed: ContactFieldName[] }> {
  const { id } = seen;
  const changed = contactFieldNames.filter((field) => correction[field] !== undefined);
  return runPrepared(context, 'person.correct', { ids: [id], conditions: changed }, async () => {
    const before = await findEnquiry(context, { id });
    return {
      async work() {
        const database = await context.database();
        const isSeen = before.handling.version === seen.version;
        if (!isSeen || !(await storeCorrection(database, before, correction))) {
          throw changedByColleague(before.reference);
        }
        await compactSubmissions(database);
        return { before, changed };
      },
    };
  });
}
