import { setTimeout as sleep } from 'node:timers/promises';

import type { InputOf, OutputOf } from '../../office/enquiries/api.ts';
import { createSession } from '../../storage/sessions.ts';
import { createUser } from '../../storage/users.ts';
import { callOffice } from '../../testing/office/call-office.ts';
import type { Fleet } from './fleet.ts';

const requestTimeout = 5_000;
const pauseBetweenTries = 250;
const mostTries = 400;
const replyEvery = 20;

/** A reply that the enquiries desk acknowledged, perhaps only after a retry. */
export interface StaffReply {
  submissionId: string;
  replyId: string;
}

/** Signs in a colleague who replies to some enquiries, with the requests that the pages send. */
export async function signInStaff({ office, database }: Pick<Fleet, 'office' | 'database'>) {
  await database.connected;
  const account = await createUser(database, { username: 'thandi', role: 'staff' });
  const cookie = `__Host-office=${await createSession(database, account, 'Chromium on Linux')}`;
  const underway: Promise<StaffReply | undefined>[] = [];
  let accepted = 0;

  /** Calls an action until it is done or refused because of a conflict. */
  async function ask<Name extends 'enquiry.read' | 'enquiry.reply'>(
    name: Name,
    body: InputOf<Name>,
  ): Promise<OutputOf<Name> | undefined> {
    for (let tries = 1; tries <= mostTries; tries += 1) {
      const signal = AbortSignal.timeout(requestTimeout);
      const answer = await callOffice(office, name, { cookie, body, signal })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => undefined);
      if (answer?.status === 200) return JSON.parse(answer.text) as OutputOf<Name>;
      if (answer?.status === 409) return undefined;
      // An enquiry is not found until it is stored.
      if (answer && ![404, 503].includes(answer.status)) {
        throw new Error(`${name}: ${answer.status}: ${answer.text}`);
      }
      await sleep(pauseBetweenTries);
    }
    throw new Error(`${name} was not answered.`);
  }

  async function replyTo(reference: string): Promise<StaffReply | undefined> {
    const opened = await ask('enquiry.read', { name: reference });
    const { id, status, version } = opened?.enquiry ?? {};
    if (!id || version === undefined || status === 'quarantined') return undefined;
    const text = `This is our reply to ${reference}.`;
    const sent = await ask('enquiry.reply', { id, version, text, close: false });
    // A try whose answer was lost is a conflict for the next: its reply is in the current state.
    const replyId =
      sent?.replyId ?? (await ask('enquiry.read', { name: id }))?.enquiry.replies.at(-1)?.id;
    if (replyId === undefined) throw new Error(`The reply to ${reference} was refused.`);
    return { submissionId: id, replyId };
  }

  return {
    noteAccepted(reference: string): void {
      accepted += 1;
      if (accepted % replyEvery !== 0) return;
      const reply = replyTo(reference);
      // Without a handler a failure would end the process; `replies` reports it.
      reply.catch(() => undefined);
      underway.push(reply);
    },
    /** Waits until all replies are acknowledged, and returns them. */
    async replies(): Promise<StaffReply[]> {
      return (await Promise.all(underway)).filter((reply) => reply !== undefined);
    },
  };
}
