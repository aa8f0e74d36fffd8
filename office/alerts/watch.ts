import { randomUUID } from 'node:crypto';

import type { Logger } from '../../platform/logger.ts';
import { failureCode } from '../../platform/reason.ts';
import { withTimeout } from '../../platform/timeout.ts';
import { examine } from '../doctor/examine.ts';
import { worstOf, type Product } from '../doctor/finding.ts';
import { alertChannels, type AlertTargets } from './alert-channels.ts';
import { decide, emptyAlertState, type AlertChannel } from './alert-state.ts';
import { alertPlaces, releaseLead, keepState, readState, runAsLeader } from './alert-store.ts';
import { deliver, type DeliveryLog } from './deliver.ts';

export interface WatchConfig {
  targets: AlertTargets;
  /** A URL that is requested whenever the checks find nothing critical, if set. */
  heartbeatUrl: string | undefined;
  /** Milliseconds that a problem must last before an alert is sent. */
  after: number;
  company: string;
}

const minute = 60_000;
const shortest = 1_000;
const heartbeatTimeout = 5_000;
const releaseWithin = 500;

/**
 * Runs the doctor's checks at least every minute and sends alerts for lasting problems, until
 * stopped. If several processes of the enquiries desk run, only one of them does so.
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
    failed: (channel, code) => logger.error({ channel, code }, 'alert not sent'),
  };
  let own = emptyAlertState;

  async function checkAndAlert(): Promise<void> {
    const findings = await examine(product);
    if (signal.aborted) return;
    const now = Date.now();
    const previous = await readState(places, own);
    const { state, messages } = decide(previous, findings, now, after);
    const wanted = Object.keys(channels) as AlertChannel[];
    const added = messages.map((message) => ({ message, channels: wanted }));
    const next = { ...state, unsent: [...state.unsent, ...added] };
    own = await deliver(next, channels, now, log);
    await keepState(places, own);
    if (heartbeatUrl && worstOf(findings) !== 'critical') await pingHeartbeat(heartbeatUrl);
  }

  async function pingHeartbeat(url: string): Promise<void> {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(heartbeatTimeout) });
      await answer.body?.cancel();
      if (!answer.ok) throw Object.assign(new Error('refused'), { code: String(answer.status) });
    } catch (error) {
      logger.warn({ code: failureCode(error) }, 'heartbeat ping failed');
    }
  }

  const work = () =>
    checkAndAlert().catch((error: unknown) => logger.error({ err: error }, 'alert check failed'));
  runAsLeader(places, holder, { every, work, signal });

  return {
    async stop() {
      stopping.abort();
      await withTimeout(releaseWithin, releaseLead(places, holder)).catch(() => undefined);
    },
  };
}
