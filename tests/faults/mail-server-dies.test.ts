import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { automaticKinds } from '#contract/notifications.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { withQueues } from '#support/queues.ts';
import { startPipeline } from '#support/running-product.ts';
import { send } from '#support/send-enquiry.ts';
import { waitFor } from '#support/wait-for.ts';

const pipeline = forAllTests(startPipeline);
const dying = createServer(takeAndDie);
const taken: string[] = [];

beforeAll(async () => {
  await once(dying.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => void dying.close());

/** Receives an email by SMTP and keeps its Message-ID, but disconnects instead of replying 250. */
function takeAndDie(socket: Socket): void {
  let text = '';
  let inMessage = false;
  socket.on('error', () => undefined);
  socket.write('220 ready\r\n');
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    if (inMessage) {
      if (!text.endsWith('\r\n.\r\n')) return;
      taken.push(/^message-id:\s*(<[^>]+>)/im.exec(text)?.[1] ?? '');
      socket.destroy();
      return;
    }
    inMessage = /^DATA\r\n/im.test(text);
    socket.write(inMessage ? '354 go on\r\n' : '250 fine\r\n');
    text = '';
  });
}

/** Moves the times of unconfirmed emails three hours into the past, and runs the delayed jobs. */
async function simulateHours(_id: string): Promise<void> {
  const then = [new Date(Date.now() - 3 * 3_600_000)];
  for (const kind of automaticKinds) {
    const change = { $set: { [`notifications.${kind}.unconfirmed`]: then } };
    await pipeline.database.submissions.updateOne({ _id }, change);
  }
  const { REDIS_URL, QUEUE_PREFIX } = pipeline.settings;
  await withQueues(REDIS_URL, QUEUE_PREFIX, ({ notifications }) => notifications.promoteJobs());
}

it('resends an unconfirmed email once, hours later, with the same Message-ID', async () => {
  const { port } = dying.address() as AddressInfo;
  const api = await pipeline.start('api');
  const first = await pipeline.start('worker', { SMTP_URL: `smtp://127.0.0.1:${port}` });
  const reference = (await send(api.url, 'dying')) ?? '';
  await waitFor('the mail server has received both emails', () => new Set(taken).size === 2);
  const stored = await pipeline.database.submissions.findOne({ reference }).lean().exec();
  expect(stored?.notifications.staff?.status).toBe('pending');
  await first.stop();
  expect(taken).toHaveLength(2);

  await simulateHours(stored?._id ?? '');
  await pipeline.start('worker');
  await pipeline.untilSent(reference);
  const arrived = pipeline.mail.accepted.map(({ mail }) => mail.messageId).sort();
  expect(arrived).toEqual([...new Set(taken)].sort());
});
