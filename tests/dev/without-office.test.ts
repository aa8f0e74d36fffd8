import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { stopChild } from '../../dev/processes.ts';
import {
  descendantsOf,
  ownSettings,
  startOwn,
  untilEmailed,
  untilStored,
  type OwnStart,
} from '../../testing/own-start.ts';
import { sendUntilAcknowledged } from '../../testing/send-enquiry.ts';

let settings: Record<string, string>;
let product: OwnStart;

beforeAll(async () => {
  settings = { ...(await ownSettings()), OFFICE: 'off' };
  product = startOwn(settings);
  await product.ready();
});

afterAll(async () => {
  await stopChild(product.child, 'SIGTERM', 30_000);
  rmSync(settings.DATA_DIR ?? '', { recursive: true, force: true });
});

it('delivers an enquiry to MongoDB and to staff by email with OFFICE=off', async () => {
  const reference = await sendUntilAcknowledged(product.api, 'without-office');
  await untilStored(settings, [reference]);
  await untilEmailed(settings, `Subject: Enquiry ${reference}`);
});

it('starts and lists no enquiries desk with OFFICE=off, and answers 404 at its paths', async () => {
  const commands = descendantsOf(product.child.pid).map(({ command }) => command);
  expect(commands.some((command) => command.includes('build/worker.js'))).toBe(true);
  expect(commands.some((command) => command.includes('build/office.js'))).toBe(false);
  expect(product.output()).not.toContain('/ops/');
  for (const path of ['/ops/', '/ops/enquiries', '/api/contact-submissions']) {
    expect([path, (await fetch(`${product.site}${path}`)).status]).toEqual([path, 404]);
  }
});
