import { createHash } from 'node:crypto';

import type { NotificationKind } from '../contract/notifications.ts';

/** Whom a message is sent to; the address is of the kind that the channel knows. */
interface Recipient {
  address: string;
}

/** A message about a submission. Each channel adds what it needs of it. */
export interface ChannelMessage {
  /** The submission that it is about; of a digest, what stands for its day. */
  submissionId: string;
  kind: NotificationKind;
  /** A message to nobody is not sent. */
  to: readonly Recipient[];
}

/** A way that notifications leave. */
export interface Channel<Message extends ChannelMessage> {
  /**
   * Sends a message to all of its recipients but those that are settled. Resolves when it has been
   * accepted for delivery. A recipient that is refused for good while another is accepted is
   * logged, and nothing more.
   *
   * @throws PartlySentError when some have the message, and others are refused for now.
   */
  send: (message: Message, settled?: Settled) => Promise<void>;
  /** What is to become of a message that `send` has failed to send. */
  verdictOf: (error: unknown) => Verdict;
  close: () => void;
}

/**
 * - `refused`: by its recipient, or for what it says, for good: sending again is of no use.
 * - `deferred`: by its recipient, for now.
 * - `outage`: the trouble is with the channel, and not with this message.
 */
export type Verdict = 'refused' | 'deferred' | 'outage';

/**
 * The keys of the recipients to whom a message is not to be sent again: it was accepted for them,
 * or refused for good. Empty while none has it.
 */
export type Settled = ReadonlySet<string>;

/** What stands for a recipient where addresses are not to be kept. */
export function recipientKey({ address }: Recipient): string {
  return createHash('sha256').update(address.toLowerCase()).digest('base64url').slice(0, 16);
}

/** The recipients of a message that are not settled. */
export function unsettled<To extends Recipient>(to: readonly To[], settled: Settled): To[] {
  return to.filter((recipient) => !settled.has(recipientKey(recipient)));
}

/** Some recipients have the message; the others were refused for now, with this code. */
export class PartlySentError extends Error {
  override name = 'PartlySentError';
  readonly settled: Settled;
  readonly verdict: Verdict;
  readonly responseCode: number | undefined;

  constructor(settled: Settled, verdict: Verdict, responseCode: number | undefined) {
    super('Some recipients were refused for now.');
    this.settled = settled;
    this.verdict = verdict;
    this.responseCode = responseCode;
  }
}
