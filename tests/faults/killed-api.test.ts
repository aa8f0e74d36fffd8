import { expect, it } from 'vitest';

import { forAllTests } from '#support/for-all-tests.ts';
import { startPipeline } from '#support/running-product.ts';
import { send } from '#support/send-enquiry.ts';

const pipeline = forAllTests(startPipeline);

it.each(['kill', 'stop'] as const)(
  'loses no accepted enquiry if the API ends under load (%s)',
  async (end) => {
    const api = await pipeline.start('api');
    const acknowledged: string[] = [];
    let over = false;
    const clients = Array.from({ length: 8 }, async (_, client) => {
      for (let count = 0; !over; count += 1) {
        const reference = await send(api.url, `${end}-${client}-${count}`);
        if (reference === undefined) return;
        acknowledged.push(reference);
        if (acknowledged.length === 40) {
          over = true;
          await api[end]();
        }
      }
    });
    await Promise.all(clients);
    expect(acknowledged.length).toBeGreaterThanOrEqual(40);

    const worker = await pipeline.start('worker');
    for (const reference of acknowledged) await pipeline.untilSent(reference);
    const stored = await pipeline.database.submissions.find({ reference: { $in: acknowledged } });
    expect(stored).toHaveLength(acknowledged.length);
    await worker.stop();
  },
);
