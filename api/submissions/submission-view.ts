import type { ContactSubmission } from '../../storage/submission-model.ts';

/** A submission as staff get it: everything that is held, with `id` for MongoDB's `_id`. */
export type SubmissionView = Omit<ContactSubmission, '_id'> & { id: string };

export function submissionView({ _id, ...rest }: ContactSubmission): SubmissionView {
  return { id: _id, ...rest };
}
