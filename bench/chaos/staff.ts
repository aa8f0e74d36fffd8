import { setTimeout as sleep } from 'node:timers/promises';

import type { AnswerOf, RequestOf } from '../../office/office-api.ts';
import { changedSchema } from '../../office/office-views.ts';
import { createSession } from '../../storage/sessions.ts';
import { createUser } from '../../storage/users.ts';
import { callOffice } from '../../testing/office/call-office.ts';
import type { Fleet } from './fleet.ts';

const requestTimeout = 5_000;
const pauseBetweenTries = 250;
const mostTries = 400;

const replyEvery = 20;
/**
 * Staff undo every sixth reply, after a delay. The delay grows by `undoLater` milliseconds each
 * time, modulo `undoOffered`.
 */
const undoEvery = 6;
const undoLater = 1_700;
/** The milliseconds for which pages offer to undo a reply. */
const undoOffered = 10_000;

/** A reply that the enquiries desk acknowledged, perhaps only after a retry. */
export interface StaffReply {
  submissionId: string;
  replyId: string;
  /** Whether the enquiries desk acknowledged that it was undone. */
  isUndone: boolean;
}

/** Signs in a colleague, who replies to some enquiries. Sends the same requests as the pages do. */
export async function signInStaff({ office, database }: Pick<Fleet, 'office' | 'database'>) {
  await database.connected;
  const account = await createUser(database, { username: 'thandi', role: 'staff' });
  const cookie = `__Host-office=${await createSession(database, account, 'Chromium on Linux')}`;
  const underway: Promise<StaffReply | undefined>[] = [];
  let accepted = 0;

  /** Calls an action until it is done or refused because of a conflict. */
  async function ask<Name extends 'enquiry.open' | 'enquiry.reply' | 'enquiry.undo'>(
    name: Name,
    body: RequestOf<Name>,
  ): Promise<unknown> {
    for (let tries = 1; tries <= mostTries; tries += 1) {
      const signal = AbortSignal.timeout(requestTimeout);
      const answer = await callOffice(office, name, { cookie, body, signal })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => undefined);
      if (answer?.status === 200 || answer?.status === 409) return JSON.parse(answer.text);
      // Also retries after a 404, because an enquiry is not found until it is stored.
      if (answer && ![404, 503].includes(answer.status)) {
        throw new Error(`${name}: ${answer.status}: ${answer.text}`);
      }
      await sleep(pauseBetweenTries);
    }
    throw new Error(`${name} was not answered.`);
  }

  /**
   * Makes a change. Resolves to the enquiry's state after the change. If an earlier try made the
   * change but its answer was lost, the last try is refused as a conflict: then resolves to the
   * current state. Resolves to undefined if the change was refused for another reason.
   */
  async function change<Name extends 'enquiry.reply' | 'enquiry.undo'>(
    name: Name,
    body: RequestOf<Name>,
  ) {
    const { done, refused } = changedSchema.parse(await ask(name, body));
    return done[0]?.after ?? refused[0]?.current;
  }

  async function replyTo(reference: string, undoAfter?: number): Promise<StaffReply | undefined> {
    const opened = await ask('enquiry.open', { name: reference });
    const { submission, handling } = opened as AnswerOf<'enquiry.open'>;
    const { id, status } = submission;
    if (status === 'quarantined') return undefined;
    const text = `This is our reply to ${reference}.`;
    const seen = { items: [{ id, version: handling.version }] };
    const after = await change('enquiry.reply', { ...seen, text, close: false });
    const replyId = after?.replies.at(-1)?.id;
    if (!after || replyId === undefined) throw new Error(`The reply to ${reference} was refused.`);
    if (undoAfter === undefined) return { submissionId: id, replyId, isUndone: false };
    await sleep(undoAfter);
    const undone = await change('enquiry.undo', { items: [{ id, version: after.version }] });
    return { submissionId: id, replyId, isUndone: undone?.replies.length === 0 };
  }

  return {
    noteAccepted(reference: string): void {
      accepted += 1;
      if (accepted % replyEvery !== 0) return;
      const turn = underway.length;
      const undoAfter =
        turn % undoEvery === 0 ? ((turn / undoEvery) * undoLater) % undoOffered : undefined;
      const reply = replyTo(reference, undoAfter);
      // Without a handler, a failure would end the process; `replies` reports it.
      reply.catch(() => undefined);
      underway.push(reply);
    },
    /** Waits until all replies are acknowledged, and returns them. */
    async replies(): Promise<StaffReply[]> {
      return (await Promise.all(underway)).filter((reply) => reply !== undefined);
    },
  };
}
