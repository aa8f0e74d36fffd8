import { randomUUID } from 'node:crypto';

import { notificationJobId, undoableFor } from '#contract/jobs.ts';
import { localDay } from '#contract/time.ts';
import type { StoredEnquiry } from '#storage/enquiries.ts';
import { changeEnquiry } from '#storage/enquiry-changes.ts';
import { findUser } from '#storage/users.ts';
import { TaskError, usernameOf, type TaskContext } from '../server/task.ts';
import type { OutputOf, ParsedInputOf } from '../api.ts';
import { decide, readItems } from './changes.server.ts';
import type { Decisions } from './decisions.ts';
import { enqueueNotification } from './emails.server.ts';

/** Also answers the enquiry, deals with a follow-up that has come due, and closes it on request. */
export async function replyTo(
  task: TaskContext,
  { id, version, text, close }: ParsedInputOf<'enquiry.reply'>,
): Promise<OutputOf<'enquiry.reply'>> {
  const item = { id, version };
  const you = usernameOf(task.actor);
  const enquiry = (await readItems(task, [item])).get(id);
  const replyId = randomUUID();
  async function store(seen: StoredEnquiry, decided: Decisions) {
    const { reply: earlier } = seen.notifications;
    if (!seen.email) throw new TaskError('invalid', 'There is no email address to reply to.');
    if (earlier?.status === 'pending') {
      throw new TaskError('invalid', 'The last reply has not been sent yet. Try again later.');
    }
    // Fails here if Redis is down, because the reply could not be queued.
    await task.redis();
    const database = await task.database();
    const name = (await findUser(database, { username: you }))?.name ?? you;
    const reply = { id: replyId, by: you, name, at: new Date(), text };
    const replies = seen.handling.replies.map((sent) =>
      earlier && sent.id === earlier.replyId ? { ...sent, outcome: earlier } : sent,
    );
    const stored = await changeEnquiry(database, seen, {
      handling: { ...decided, replies: [...replies, reply] },
      set: { 'notifications.reply': { status: 'pending', updatedAt: reply.at, replyId } },
      guard: { 'notifications.reply.status': earlier?.status ?? null },
    });
    const email = { submissionId: id, kind: 'reply', replyId } as const;
    // If Redis goes down now, the worker's next sweep for pending emails queues the reply.
    if (stored) await enqueueNotification(task, email, undoableFor).catch(() => undefined);
    return stored;
  }
  const patch: Partial<Decisions> = {
    answeredOn: enquiry?.handling.answeredOn ?? localDay(Date.now()),
    ...(enquiry?.handling.state === 'open' && { followUp: null }),
    ...(close && { state: 'done' }),
  };
  return {
    ...(await decide(task, { action: 'enquiry.reply', item, enquiry, patch, store })),
    replyId,
  };
}

export async function unsendReply(
  task: TaskContext,
  { id, version, replyId, before: patch }: ParsedInputOf<'enquiry.unsend'>,
): Promise<OutputOf<'enquiry.unsend'>> {
  const item = { id, version };
  return decide(task, {
    action: 'enquiry.unsend',
    item,
    enquiry: (await readItems(task, [item])).get(id),
    patch: patch as Partial<Decisions>,
    async store(seen, decided) {
      await withdrawReply(task, seen);
      const replies = seen.handling.replies.filter((sent) => sent.id !== replyId);
      const earlier = replies.at(-1)?.outcome;
      return changeEnquiry(await task.database(), seen, {
        handling: { ...decided, replies },
        set: earlier ? { 'notifications.reply': earlier } : {},
        unset: earlier ? [] : ['notifications.reply'],
        guard: { 'notifications.reply.status': 'pending', 'notifications.reply.replyId': replyId },
      });
    },
  });
}

/** @throws TaskError if the reply was sent, or an attempt to send it has begun. */
async function withdrawReply(
  { queues }: TaskContext,
  { _id, reference, notifications: { reply } }: StoredEnquiry,
): Promise<void> {
  const queue = (await queues()).notifications;
  const id = notificationJobId(_id, 'reply');
  const job = await queue.getJob(id);
  if (reply?.status === 'sent') {
    throw new TaskError('conflict', `The reply to ${reference} has already been sent.`);
  }
  // An attempt may have sent the reply without marking it as sent.
  const hasBegun = job !== undefined && job.attemptsStarted > 0;
  if (hasBegun || (job && (await queue.remove(id)) === 0)) {
    throw new TaskError(
      'conflict',
      `Sending the reply to ${reference} has begun, so it cannot be undone.`,
    );
  }
}
