import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { post, referenceIn } from './product.ts';

/** Milliseconds between a response and the visitor's next enquiry. */
const pause = 200;

export interface Sending {
  /** The results: statuses, or the codes of connection errors. */
  answers: (number | string)[];
  references: string[];
  /** Stops sending, and resolves after the last response. */
  stop: () => Promise<void>;
}

/**
 * Sends enquiries from four visitors until stopped, at the latest when the test ends. Each visitor
 * sends one enquiry at a time.
 */
export function keepSending(): Sending {
  let going = true;
  const sending: Sending = {
    answers: [],
    references: [],
    async stop() {
      going = false;
      await Promise.all(visitors);
    },
  };

  async function visit(): Promise<void> {
    while (going) {
      const form = createUniqueEnquiry({ email: `${crypto.randomUUID()}@example.org` });
      const answer = await post(form).catch((error: unknown) => error as NodeJS.ErrnoException);
      sending.answers.push(answer instanceof Error ? (answer.code ?? 'unknown') : answer.status);
      if (!(answer instanceof Error) && answer.status === 202) {
        sending.references.push(referenceIn(answer));
      }
      await sleep(pause);
    }
  }

  const visitors = [1, 2, 3, 4].map(visit);
  onTestFinished(sending.stop);
  return sending;
}
