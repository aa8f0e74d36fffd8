import { setTimeout as sleep } from 'node:timers/promises';

import { withTimeout } from '../../platform/timeout.ts';
import { connect } from '../../storage/connection.ts';
import { silent } from '../../testing/loggers.ts';
import type { Moment } from '../charts/chaos-chart.ts';
import type { Fleet } from './fleet.ts';

const interval = 500;
/** Milliseconds. While MongoDB is down nothing is stored, so the last count remains valid. */
const timeout = 400;

/**
 * Counts accepted, stored and emailed enquiries twice a second until stopped.
 *
 * @param accepted the number of enquiries accepted so far.
 */
export function recordTimeline(fleet: Fleet, accepted: () => number) {
  const { submissions, close } = connect(fleet.mongodbUri, { logger: silent });
  const start = performance.now();
  const moments: Moment[] = [];
  const ended = new AbortController();
  const record = async () => {
    const last = moments.at(-1)?.stored ?? 0;
    const stored = await withTimeout(timeout, submissions.countDocuments().exec()).catch(
      () => last,
    );
    // Each enquiry sends two emails.
    const mailed = Math.floor(fleet.mail.counts.size / 2);
    const at = Math.round(performance.now() - start);
    moments.push({ at, accepted: accepted(), stored, mailed });
  };
  const recording = (async () => {
    while (!ended.signal.aborted) {
      await record();
      await sleep(interval, undefined, { signal: ended.signal }).catch(() => undefined);
    }
    await record();
  })();
  return {
    /** Returns all moments, the last with the current counts. */
    async stop(): Promise<Moment[]> {
      ended.abort();
      await recording;
      await close();
      return moments;
    },
  };
}
