import fc from 'fast-check';
import { expect, it } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { exchange, judge } from '../../testing/fuzz-exchange.ts';
import { fuzzCase } from '../../testing/fuzz-requests.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';

const api = forAllTests(() => startApiUnderTest());

// Targets that Express cannot read, CONNECT, and clients that close their side or send on.
const known = /^404 lacks security headers|^no answer to/;

it('answers 500 connections of every kind with what it may answer', async () => {
  await fc.assert(
    fc.asyncProperty(fuzzCase, async (sent) => {
      const findings = judge(sent, await exchange(api.url, sent));
      expect(findings.filter((finding) => !known.test(finding))).toEqual([]);
    }),
    { numRuns: 500 },
  );
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
}, 120_000);
