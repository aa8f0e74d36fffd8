import { expect, it } from 'vitest';

import { createOutage } from './outage.ts';

const refused = Object.assign(new Error('MARKED'), { code: 'ECONNREFUSED' });
const reset = Object.assign(new Error('MARKED'), { code: 'ECONNRESET' });

function createLogged() {
  const clock = { now: 0 };
  const lines: string[] = [];
  const line = (what: string) => (fields: object) => {
    const { failures } = fields as { failures?: number };
    lines.push(failures === undefined ? what : `${what} ${failures}`);
  };
  const log = { began: line('began'), continues: line('continues'), ended: line('ended') };
  return { lines, clock, outage: createOutage(log, () => clock.now) };
}

it('logs an outage when it begins, once a minute with a count, and when it is over', () => {
  const { lines, clock, outage } = createLogged();
  for (; clock.now < 150_000; clock.now += 500) outage.failed(refused);
  outage.over();
  outage.over();
  expect(lines).toEqual(['began', 'continues 120', 'continues 120', 'ended']);
  expect(outage.isActive()).toBe(false);
});

it('treats an outage that returns for the same reason within a minute as the same outage', () => {
  const { lines, clock, outage } = createLogged();
  for (; clock.now < 60_000; clock.now += 1_000) {
    outage.failed(refused);
    outage.over();
  }
  expect(lines).toEqual(['began', 'ended']);
  outage.failed(reset);
  expect(lines).toEqual(['began', 'ended', 'began']);
});

it('logs an outage even if the clock was set back', () => {
  const { lines, clock, outage } = createLogged();
  clock.now = 7_200_000;
  outage.failed(refused);
  outage.over();
  clock.now = 0;
  for (; clock.now <= 60_000; clock.now += 1_000) outage.failed(refused);
  expect(lines).toEqual(['began', 'ended', 'began', 'continues 60']);
});
