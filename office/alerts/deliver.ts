import { failureCodeOf, type SendAlert } from './alert-channels.ts';
import { timeOf, type AlertChannel, type AlertMessage, type AlertState } from './alert-state.ts';

const names: Record<AlertChannel, string> = {
  mail: 'Mail to ALERT_EMAIL',
  webhook: 'The webhook',
};
const order: readonly AlertChannel[] = ['mail', 'webhook'];
/** Milliseconds after which nobody needs to be told any more. */
const keepFor = 86_400_000;

/** Told of each message that has left, or could not. */
export interface DeliveryLog {
  sent: (message: AlertMessage, channel: AlertChannel) => void;
  failed: (channel: AlertChannel, code: string) => void;
}

/**
 * Sends whatever has not left yet on each channel, once on each. One that fails keeps what it could
 * not send for the next time, and the others say that it fails; when it works again, its messages
 * say that they are late. Resolves to what is known then.
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
    const still: typeof unsent = [];
    let failed = false;
    for (const entry of unsent) {
      if (!entry.channels.includes(channel)) {
        still.push(entry);
        continue;
      }
      const rest = entry.channels.filter((each) => each !== channel);
      if (failed || !send) {
        still.push(send ? entry : { ...entry, channels: rest });
        continue;
      }
      try {
        await send(entry.message, noteFor(channel, entry.message, failing));
        log.sent(entry.message, channel);
        still.push({ ...entry, channels: rest });
      } catch (error) {
        // The next would fail too, and what came first is to arrive first.
        failed = true;
        const code = failureCodeOf(error);
        failing[channel] = { since: failing[channel]?.since ?? now, code };
        log.failed(channel, code);
        still.push(entry);
      }
    }
    const hadSomething = unsent.some((entry) => entry.channels.includes(channel));
    if (!failed && hadSomething) Reflect.deleteProperty(failing, channel);
    unsent = still.filter((entry) => entry.channels.length > 0);
  }
  return { ...state, unsent, failing };
}

/** What a message says of the channels besides. */
function noteFor(
  channel: AlertChannel,
  message: AlertMessage,
  failing: AlertState['failing'],
): string {
  const own = failing[channel];
  const lines = own
    ? [`This is late: it was to leave at ${timeOf(message.at)}, and this way failed (${own.code}).`]
    : [];
  for (const other of order) {
    const { code } = failing[other] ?? {};
    if (other !== channel && code) lines.push(`${names[other]} fails at the moment (${code}).`);
  }
  return lines.join('\n');
}
