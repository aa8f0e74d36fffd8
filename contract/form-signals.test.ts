import { expect, it } from 'vitest';

import { readFormSignals, writeFormSignals } from './form-signals.ts';

it.each([
  { trapFilled: false, token: 'v1.mabc123.aB_-9' },
  { trapFilled: true, token: 'v1.mabc123.aB_-9' },
  { trapFilled: true },
])('reads back what it wrote: %o', (signals) => {
  expect(readFormSignals(writeFormSignals(signals))).toEqual(signals);
});

it.each(['', 'v2;t=a;h=1', 'v1;t=a b;h=1', `v1;t=${'a'.repeat(101)};h=1`, 'v1;h=1', 'v1;t=;h=2'])(
  'finds no signals in %j',
  (value) => {
    expect(readFormSignals(value)).toEqual({ trapFilled: false });
  },
);
