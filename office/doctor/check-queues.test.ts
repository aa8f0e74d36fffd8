import type { Queue } from 'bullmq';
import { expect, it } from 'vitest';

import { checkQueues } from './check-queues.ts';
import type { Product } from './finding.ts';

/** A queue whose oldest job was added an hour ago, and waits for a worker or for its next attempt. */
function queue(name: string, state?: 'waiting' | 'delayed', processedOn?: number): Partial<Queue> {
  const job = { timestamp: Date.now() - 3_600_000, attemptsMade: 5, processedOn };
  return {
    name,
    getJobCounts: () => Promise.resolve(state ? { [state]: 1 } : {}),
    getJobs: ((types: string[]) =>
      Promise.resolve(state && types.includes(state) ? [job] : [])) as never,
    isPaused: () => Promise.resolve(false),
    getWorkersCount: () => Promise.resolve(1),
  };
}

async function levelOf(name: string, state: 'waiting' | 'delayed', triedAt?: number) {
  const queues = Object.fromEntries(
    ['submissions', 'notifications', 'maintenance'].map((each) => [
      each,
      queue(each, each === name ? state : undefined, triedAt),
    ]),
  );
  const product = { queues: () => Promise.resolve(queues) } as unknown as Product;
  const found = await checkQueues(product);
  return found.find(({ says }) => says.startsWith(`${name}: `))?.level;
}

it('is alarmed by a job that waits for a worker, and by an enquiry that cannot be stored', async () => {
  expect(await levelOf('notifications', 'waiting')).toBe('critical');
  expect(await levelOf('submissions', 'waiting')).toBe('critical');
  expect(await levelOf('submissions', 'delayed')).toBe('critical');
});

it('finds nothing wrong with a mail that waits for its recipient, whose mailbox may be full for a day', async () => {
  expect(await levelOf('notifications', 'delayed')).toBe('ok');
  // Its turn has just come again.
  expect(await levelOf('notifications', 'waiting', Date.now() - 300_000)).toBe('ok');
});
