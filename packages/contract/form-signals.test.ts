import { expect, it } from 'vitest';

import { readFormSignals, readInputSignals, writeFormSignals } from './form-signals.ts';

it.each([
  { trapFilled: false, elapsed: 20_500 },
  { trapFilled: true, elapsed: 0 },
  { trapFilled: true },
])('reads back what it wrote: %o', (signals) => {
  expect(readFormSignals(writeFormSignals(signals))).toEqual(signals);
});

it('reads the hidden field of the last release, whose forms have no time', () => {
  expect(readFormSignals('v1;t=v1.mabc123.aB_-9;h=1')).toEqual({ trapFilled: true });
  expect(readInputSignals({ website: 'https://spam.example' })).toEqual({ trapFilled: true });
  expect(readInputSignals({ website: '' })).toEqual({ trapFilled: false });
});

it.each([undefined, '', 'v3;ms=1;h=1', 'v2;ms=-1;h=1', 'v2;ms=1e9;h=1', 'v2;ms=5;h=2', 'v1;h=1'])(
  'finds no signals in %j',
  (value) => {
    expect(readFormSignals(value)).toEqual({ trapFilled: false });
  },
);
