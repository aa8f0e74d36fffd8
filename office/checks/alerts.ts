import { randomUUID } from 'node:crypto';

import type { Logger } from '#server/logger.ts';
import type { Mailbox } from '#server/mail.ts';
import { failureCode } from '#server/reasons.ts';
import { withTimeout } from '#server/process.ts';
import { sendMail, UnconfirmedError, type MailServer } from '../server/mail.ts';
import {
  alertedIn,
  decide,
  emptyAlertState,
  readAlertState,
  saveAlertState,
  type AlertChannel,
  type AlertMessage,
  type AlertState,
} from './alert-state.ts';
import type { CheckContext } from './check.ts';
import { runChecks, worstOf } from './run-checks.ts';

export interface AlertConfig {
  targets: { email?: MailServer & { to: readonly Mailbox[] }; webhook?: string };
  /** A URL that is requested whenever the checks find nothing critical, if set. */
  heartbeatUrl: string | undefined;
  /** Milliseconds that a problem must last before an alert is sent. */
  after: number;
  company: string;
}

const minute = 60_000;
const shortest = 1_000;
const requestTimeout = 8_000;
/** Milliseconds that a process leads beyond its next run: more than the checks and emails take. */
const grace = 45_000;
/** Milliseconds after which an unsent message is dropped. */
const keptFor = 86_400_000;
const releaseWithin = 500;

/**
 * Runs the checks every minute and sends alerts for lasting problems, until stopped. Of several
 * processes, the one that holds the lock in Redis does so. The state is in Redis, and in memory for
 * when Redis is down: then each process alerts, because two alerts are better than none.
 */
export function startAlerts(
  context: CheckContext,
  { targets, heartbeatUrl, after, company }: AlertConfig,
  logger: Logger,
): { stop: () => Promise<void> } {
  const self = randomUUID();
  const lock = `${context.queuePrefix}:alert-lock`;
  const every = Math.min(minute, Math.max(shortest, after / 3));
  const senders = alertSenders(targets, company);
  const stopping = new AbortController();
  let state = emptyAlertState;
  /** Whether this process has alerted without the others, because Redis was down. */
  let wasAlone = false;
  let timer: NodeJS.Timeout | undefined;

  async function release(): Promise<void> {
    const redis = await context.redis();
    if ((await redis.get(lock)) === self) await redis.del(lock);
  }

  /** Takes or renews the lock, and reads the newest state. */
  async function lead(): Promise<boolean> {
    try {
      const redis = await context.redis();
      await redis.set(lock, self, 'PX', every + grace, 'NX');
      const isLeader = (await redis.get(lock)) === self;
      if (isLeader) await redis.pexpire(lock, every + grace);
      const stored = await readAlertState(context);
      if (stored.savedAt > state.savedAt) {
        const alertedAlone = wasAlone ? alertedIn(state) : {};
        state = { ...stored, problems: { ...stored.problems, ...alertedAlone } };
        // The process that leads now has to say when these problems end.
        if (wasAlone && !isLeader) {
          await saveAlertState(context, { ...state, savedAt: Date.now() });
        }
        wasAlone = false;
      }
      // Until the leader has saved its state, this process keeps its own alerts.
      if (isLeader) wasAlone = false;
      return isLeader;
    } catch {
      wasAlone = true;
      return true;
    }
  }

  async function checkAndAlert(): Promise<void> {
    if (!(await lead())) return;
    const findings = await runChecks(context);
    if (stopping.signal.aborted) return;
    const { state: next, messages } = decide(state, findings, Date.now(), after);
    const added = messages.flatMap((message) =>
      (Object.keys(senders) as AlertChannel[]).map((channel) => ({ channel, message })),
    );
    state = await deliver({ ...next, unsent: [...next.unsent, ...added] }, senders, logger);
    await saveAlertState(context, state).catch(() => undefined);
    if (heartbeatUrl && worstOf(findings) !== 'critical') {
      await request(heartbeatUrl).catch((error: unknown) =>
        logger.warn({ code: failureCode(error) }, 'heartbeat ping failed'),
      );
    }
  }

  async function run(): Promise<void> {
    await checkAndAlert().catch((error: unknown) =>
      logger.error({ err: error }, 'alert check failed'),
    );
    if (!stopping.signal.aborted) timer = setTimeout(() => void run(), every);
  }
  void run();

  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await withTimeout(releaseWithin, release()).catch(() => undefined);
    },
  };
}

type Senders = Partial<Record<AlertChannel, (message: AlertMessage) => Promise<void>>>;

function alertSenders({ email, webhook }: AlertConfig['targets'], company: string): Senders {
  return {
    ...(email && {
      email: ({ title, text }) =>
        sendMail(email, { to: email.to, subject: `${company}: ${title}`, text: `${text}\n` }),
    }),
    ...(webhook && {
      webhook: ({ title, text }) => request(webhook, { text: `${company}: ${title}\n${text}` }),
    }),
  };
}

async function request(url: string, body?: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(url, {
    ...(body ? { method: 'POST', headers, body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(requestTimeout),
  });
  // An unread body would keep the connection open.
  await answer.body?.cancel();
  if (!answer.ok) throw Object.assign(new Error('refused'), { code: String(answer.status) });
}

/** A failing channel keeps its messages. Unconfirmed emails may have arrived: not resent. */
async function deliver(state: AlertState, senders: Senders, logger: Logger): Promise<AlertState> {
  const failing = { ...state.failing };
  const unsent: AlertState['unsent'] = [];
  for (const entry of state.unsent) {
    const { channel, message } = entry;
    if (Date.now() - message.at > keptFor) continue;
    if (unsent.some((earlier) => earlier.channel === channel)) {
      unsent.push(entry);
      continue;
    }
    try {
      await senders[channel]?.(message);
      Reflect.deleteProperty(failing, channel);
      logger.info({ title: message.title, channel }, 'alert sent');
    } catch (error) {
      const code = failureCode(error);
      failing[channel] = code;
      logger.error({ channel, code }, 'alert not sent');
      if (!(error instanceof UnconfirmedError)) unsent.push(entry);
    }
  }
  return { ...state, unsent, failing };
}
