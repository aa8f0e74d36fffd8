import { randomUUID } from 'node:crypto';

import { emailAddress } from '#contract/contact-fields.ts';
import { automaticKinds } from '#contract/notifications.ts';
import { localDay, momentOf } from '#contract/time.ts';
import { addNote } from '#storage/enquiry-changes.ts';
import { searchWordsOf } from '#storage/search.ts';
import { documentOf } from '#storage/submissions.ts';
import { perform } from '../server/perform.ts';
import { TaskError, usernameOf, type TaskContext } from '../server/task.ts';
import type { OutputOf, ParsedInputOf } from '../api.ts';
import { gone } from './changes.server.ts';
import { replyTarget } from './describe.server.ts';

export async function addNoteTo(
  task: TaskContext,
  { id, text }: ParsedInputOf<'enquiry.note'>,
): Promise<OutputOf<'enquiry.note'>> {
  return perform(task, 'enquiry.note', { ids: [id] }, async () => {
    const note = { id: randomUUID(), by: usernameOf(task.actor), at: new Date(), text };
    const noted = await addNote(await task.database(), id, note);
    if (!noted) throw gone();
    return { id, version: noted.handling.version };
  });
}

export async function addEnquiry(
  task: TaskContext,
  input: ParsedInputOf<'enquiry.add'>,
): Promise<OutputOf<'enquiry.add'>> {
  const { receivedOn, channel, email, reach, source, ...form } = input;
  const now = new Date();
  if (receivedOn > localDay(now))
    throw new TaskError('invalid', 'Choose today or an earlier date.');
  if (email && !emailAddress.test(email)) {
    throw new TaskError('invalid', 'The email address is not valid.');
  }
  const document = documentOf({
    id: randomUUID(),
    acceptedAt: receivedOn === localDay(now) ? now : momentOf(receivedOn, '12:00'),
    storedAt: now,
    noticeVersion: 'none',
    form: { ...form, email },
    retentionMonths: task.retentionMonths,
    replyTarget,
  });
  const { _id: id, reference } = document;
  const withheld = { status: 'withheld', updatedAt: now, reason: 'added by a colleague' } as const;
  Object.assign(document, {
    ...form,
    email,
    channel,
    addedBy: usernameOf(task.actor),
    ...(reach && { reach }),
    ...(source && { source }),
    notifications: Object.fromEntries(automaticKinds.map((kind) => [kind, withheld])),
  });
  const words = searchWordsOf(document);
  return perform(task, 'enquiry.add', { ids: [id], conditions: [channel] }, async () => {
    await (await task.database()).submissions.create({ ...document, words });
    return { id, reference };
  });
}
