import { randomUUID } from 'node:crypto';

import type { Logger } from '../../platform/logger.ts';
import { withTimeout } from '../../platform/timeout.ts';
import { examine } from '../doctor/examine.ts';
import { worstOf, type Product } from '../doctor/finding.ts';
import { alertChannels, failureCodeOf, type AlertTargets } from './alert-channels.ts';
import { decide, nothingTold, type AlertChannel } from './alert-state.ts';
import { alertPlaces, giveUpTheLead, keepState, readState, workInTheLead } from './alert-store.ts';
import { deliver, type DeliveryLog } from './deliver.ts';

export interface WatchConfig {
  targets: AlertTargets;
  /** Asked for every minute while nothing is critical; never, if undefined. */
  heartbeatUrl: string | undefined;
  /** Milliseconds for which a finding has to last. */
  after: number;
  company: string;
}

const minute = 60_000;
const shortest = 1_000;
const heartbeatTimeout = 5_000;
const leaveWithin = 500;

/**
 * Looks at the product every minute as the doctor does, in one office of several, and tells somebody
 * of what lasts. Stops when it is told to.
 */
export function startWatch(
  product: Product,
  { targets, heartbeatUrl, after, company }: WatchConfig,
  logger: Logger,
): { stop: () => Promise<void> } {
  const channels = alertChannels(targets, company);
  const places = alertPlaces(product);
  const holder = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  const every = Math.min(minute, Math.max(shortest, after / 3));
  const log: DeliveryLog = {
    sent: ({ event, title }, channel) => logger.info({ event, title, channel }, 'alert sent'),
    failed: (channel, code) => logger.error({ channel, code }, 'alert could not be sent'),
  };
  let own = nothingTold;

  async function examineAndTell(): Promise<void> {
    const findings = await examine(product);
    if (signal.aborted) return;
    const now = Date.now();
    const known = await readState(places, own);
    const { state, messages } = decide(known, findings, now, after);
    const wanted = Object.keys(channels) as AlertChannel[];
    const news = messages.map((message) => ({ message, channels: wanted }));
    const next = { ...state, unsent: [...state.unsent, ...news] };
    own = await deliver(next, channels, now, log);
    await keepState(places, own);
    if (heartbeatUrl && worstOf(findings) !== 'critical') await callHeartbeat(heartbeatUrl);
  }

  async function callHeartbeat(url: string): Promise<void> {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(heartbeatTimeout) });
      await answer.body?.cancel();
      if (!answer.ok) throw Object.assign(new Error('refused'), { code: String(answer.status) });
    } catch (error) {
      logger.warn({ code: failureCodeOf(error) }, 'heartbeat was not taken');
    }
  }

  const work = () =>
    examineAndTell().catch((error: unknown) => logger.error({ err: error }, 'watch failed'));
  workInTheLead(places, holder, { every, work, signal });

  return {
    async stop() {
      stopping.abort();
      await withTimeout(leaveWithin, giveUpTheLead(places, holder)).catch(() => undefined);
    },
  };
}
