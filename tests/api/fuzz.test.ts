import fc from 'fast-check';
import { expect, it } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { exchange, judge } from '../../testing/fuzz-exchange.ts';
import { fuzzCase } from '../../testing/fuzz-requests.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';

const api = forAllTests(() => startApiUnderTest());

it('responds correctly to the requests of 500 random connections', async () => {
  await fc.assert(
    fc.asyncProperty(fuzzCase, async (sent) => {
      expect(judge(sent, await exchange(api.url, sent))).toEqual([]);
    }),
    { numRuns: 500 },
  );
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
});
