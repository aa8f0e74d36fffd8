import { describe, expect, it } from 'vitest';

import { waitFor } from '../../testing/wait-for.ts';
import { keepSending } from './keep-sending.ts';
import {
  containersOf,
  inspect,
  killNine,
  run,
  services,
  untilHealthy,
  untilStored,
} from './product.ts';

/** What is allowed besides status 202 while a service is down: other statuses, and error codes. */
const allowedErrors: Partial<Record<string, (number | string)[]>> = {
  web: ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT'],
  api: [503],
  redis: [503],
};

describe.each(services)('%s', (service) => {
  it('stops within its grace period, and no accepted enquiry is lost', async () => {
    const sending = keepSending();
    await waitFor('enquiries are accepted', () => sending.references.length > 10);
    const [id = ''] = await containersOf(service);
    await run(`docker compose stop ${service}`);
    // Exit code 137 means that the container was killed at the end of the grace period.
    const [code, running] = [
      await inspect(id, '.State.ExitCode'),
      await inspect(id, '.State.Running'),
    ];
    const soFar = sending.answers.length;
    await waitFor('more have been sent', () => sending.answers.length > soFar + 10);
    await run(`docker compose start ${service}`);
    await untilHealthy(service);
    await sending.stop();
    expect({ code, running }).toEqual({
      code: expect.stringMatching(/^(0|143)$/) as string,
      running: 'false',
    });
    const known = [202, ...(allowedErrors[service] ?? [])];
    expect(sending.answers.filter((answer) => !known.includes(answer))).toEqual([]);
    await untilStored(sending.references);
  });

  it('restarts after being killed, without losing an accepted enquiry', async () => {
    const sending = keepSending();
    await waitFor('enquiries are accepted', () => sending.references.length > 10);
    const [id = ''] = await containersOf(service);
    const pid = await inspect(id, '.State.Pid');
    await killNine(id);
    await waitFor('the service is running again', async () => {
      const now = await inspect(id, '.State.Pid');
      return now !== '0' && now !== pid;
    });
    await untilHealthy(service);
    await sending.stop();
    await untilStored(sending.references);
  });
});
