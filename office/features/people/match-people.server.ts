import { listDeleted, withoutCopies } from '../../../storage/deleted-submissions.ts';
import { streamEnquiries } from '../../../storage/enquiries.ts';
import { isNamed } from '../../../storage/search.ts';
import type { ContactSubmission } from '../../../storage/submission-model.ts';
import type { AnswerOf } from '../../office-api.ts';
import { record } from '../../server/run-action.ts';
import type { TaskContext } from '../../server/task.ts';

/** A title in English or Afrikaans. The search ignores it: the form does not ask for titles. */
const title = /^(?:mr|mrs|ms|miss|dr|prof|adv|rev|mnr|mev|mej|me)\.?\s+(?=\S)/i;

/**
 * Lists the senders who match a name, once per email address. The sender of the latest enquiry
 * comes first; senders with only deleted enquiries come last. The audit trail records the search.
 */
export async function matchPeople(
  task: TaskContext,
  who: string,
): Promise<AnswerOf<'person.match'>['people']> {
  const database = await task.database();
  const name = who.trim().replace(title, '');
  const named: ContactSubmission[] = [];
  for await (const enquiry of streamEnquiries(database, { text: name })) {
    if (isNamed(enquiry, name)) named.push(enquiry);
  }
  const deleted = await listDeleted(database);
  const found = withoutCopies([
    ...named,
    ...deleted.filter((submission) => isNamed(submission, name)),
  ]);
  await record(task, 'person.match', { ids: found.map(({ _id }) => _id) });
  const people = new Map<string, AnswerOf<'person.match'>['people'][number]>();
  for (const { firstName, lastName, email, organisation } of found) {
    const key = email.toLowerCase();
    const latest = people.get(key);
    if (latest) latest.enquiries += 1;
    else people.set(key, { name: `${firstName} ${lastName}`, email, organisation, enquiries: 1 });
  }
  return [...people.values()];
}
