import fc from 'fast-check';
import { expect, it } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { checkAnswer, fuzzRequest } from '../../testing/fuzz-requests.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';

const api = forAllTests(() => startApiUnderTest());

it('answers 500 requests of every kind with what it may answer', async () => {
  await fc.assert(
    fc.asyncProperty(fuzzRequest, (request) => checkAnswer(api.url, request).then(() => undefined)),
    { numRuns: 500 },
  );
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
}, 120_000);
