import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { startApiUnderTest, type ApiUnderTest } from './api-under-test.ts';
import { checkAnswer, fuzzRequest } from '../../testing/fuzz-requests.ts';

let api: ApiUnderTest;

beforeAll(async () => {
  api = await startApiUnderTest(inject('redisUrl'));
});

afterAll(() => api.stop());

it('answers 500 requests of every kind with what it may answer', async () => {
  await fc.assert(
    fc.asyncProperty(fuzzRequest, (request) => checkAnswer(api.url, request).then(() => undefined)),
    { numRuns: 500 },
  );
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
}, 120_000);
