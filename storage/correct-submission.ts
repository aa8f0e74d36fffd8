import type { ContactForm } from '../contract/contact-form.ts';
import type { Database } from './connection.ts';

/** Changes what a submission says, at the request of the person whom it is about. */
export async function correctSubmission(
  { submissions }: Database,
  id: string,
  correction: Partial<ContactForm>,
): Promise<void> {
  await submissions.updateOne(
    { _id: id },
    { $set: correction },
    { runValidators: true, writeConcern: { w: 'majority', j: true } },
  );
}
