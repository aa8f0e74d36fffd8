import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { startPipeline } from '../../testing/running-product.ts';
import { send } from '../../testing/send-enquiry.ts';

const minutes = 60_000;
const pipeline = forAllTests(startPipeline);

function wrongBy(shift: number): Record<string, string> {
  const file = fileURLToPath(new URL('./shift-clock.js', import.meta.url));
  return { NODE_OPTIONS: `--import ${file}`, CLOCK_SHIFT: String(shift) };
}

it.each([
  ['API', 'ahead', 10 * minutes, 0],
  ['API', 'behind', -10 * minutes, 0],
  ['worker', 'ahead', 0, 10 * minutes],
  ['worker', 'behind', 0, -10 * minutes],
])(
  'stores and mails once with the clock of the %s ten minutes %s',
  async (who, way, api, worker) => {
    const services = await Promise.all([
      pipeline.start('api', wrongBy(api)),
      pipeline.start('worker', wrongBy(worker)),
    ]);
    const reference = await send(services[0].url, `${who}-${way}`);
    await pipeline.untilSent(reference ?? '');
    const about = pipeline.mail.accepted.filter(({ mail }) => mail.text?.includes(reference ?? ''));
    expect(about).toHaveLength(2);
    const found = await pipeline.find(reference);
    expect(found?.createdAt.getTime()).toBeCloseTo(Date.now() + api, -5);
    await Promise.all(services.map((service) => service.stop()));
  },
  60_000,
);
