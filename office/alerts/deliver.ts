import { failureCode } from '../../platform/reason.ts';
import { isLastCopy, nextCopyAt, UnconfirmedError } from '../../platform/unconfirmed-mail.ts';
import type { SendAlert } from './alert-channels.ts';
import { timeOf, type AlertChannel, type AlertMessage, type AlertState } from './alert-state.ts';

const names: Record<AlertChannel, string> = {
  mail: 'Email to ALERT_EMAIL',
  webhook: 'The webhook',
};
const order: readonly AlertChannel[] = ['mail', 'webhook'];
const sentAgain = 'Sent again, because the mail server did not confirm the last copy.';
/** Milliseconds after which an unsent message is dropped. */
const keepFor = 86_400_000;

export interface DeliveryLog {
  sent: (message: AlertMessage, channel: AlertChannel) => void;
  failed: (channel: AlertChannel, code: string) => void;
}

/**
 * Sends each pending message once per channel and returns the new state. A failing channel keeps
 * its messages for the next attempt, and the other channels mention the failure. Messages sent late
 * say so. An email that the mail server never confirms is sent at most three times.
 */
export async function deliver(
  state: AlertState,
  channels: Partial<Record<AlertChannel, SendAlert>>,
  now: number,
  log: DeliveryLog,
): Promise<AlertState> {
  const failing = { ...state.failing };
  let unsent = state.unsent.filter(({ message }) => now - message.at < keepFor);
  for (const channel of order) {
    const send = channels[channel];
    const pending: typeof unsent = [];
    let [sent, failed] = [false, false];
    for (const entry of unsent) {
      if (!entry.channels.includes(channel)) {
        pending.push(entry);
        continue;
      }
      const remaining = entry.channels.filter((each) => each !== channel);
      const unconfirmed = channel === 'mail' ? (entry.unconfirmed ?? []) : [];
      if (failed || !send || now < nextCopyAt(unconfirmed)) {
        pending.push(send ? entry : { ...entry, channels: remaining });
        continue;
      }
      try {
        const copy = unconfirmed.length > 0 ? [sentAgain] : [];
        const note = [...copy, ...notesFor(channel, entry.message, failing)].join('\n');
        await send(entry.message, note);
        log.sent(entry.message, channel);
        sent = true;
        pending.push({ ...entry, channels: remaining });
      } catch (error) {
        // Later messages would fail too, and messages must arrive in order.
        failed = true;
        const code = failureCode(error);
        failing[channel] = { since: failing[channel]?.since ?? now, code };
        log.failed(channel, code);
        if (error instanceof UnconfirmedError) {
          const kept = isLastCopy(unconfirmed.length + 1) ? remaining : entry.channels;
          pending.push({ ...entry, unconfirmed: [...unconfirmed, now], channels: kept });
        } else {
          pending.push(entry);
        }
      }
    }
    if ((sent && !failed) || !send) Reflect.deleteProperty(failing, channel);
    unsent = pending.filter((entry) => entry.channels.length > 0);
  }
  return { ...state, unsent, failing };
}

function notesFor(
  channel: AlertChannel,
  message: AlertMessage,
  failing: AlertState['failing'],
): string[] {
  const own = failing[channel];
  const lines = own
    ? [`Delayed since ${timeOf(message.at)}: this channel was failing (${own.code}).`]
    : [];
  for (const other of order) {
    const { code } = failing[other] ?? {};
    if (other !== channel && code) lines.push(`${names[other]} is failing (${code}).`);
  }
  return lines;
}
