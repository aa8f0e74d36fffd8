import { createHash } from 'node:crypto';

import type { NotificationKind } from '../contract/notifications.ts';
import type { RefusedMailbox } from '../platform/channel-state.ts';

interface Recipient {
  address: string;
}

/** A message, usually about a submission. Channels extend this type. */
export interface ChannelMessage {
  /** The id of the submission, digest or assignment email. */
  submissionId: string;
  kind: NotificationKind;
  replyId?: string | undefined;
  /** If empty, the notification is switched off: it is not sent but marked as withheld. */
  to: readonly Recipient[];
}

/** A way to send notifications. */
export interface Channel<Message extends ChannelMessage> {
  /**
   * Sends a message to all recipients except settled ones. When the message is accepted for
   * delivery, resolves to the recipients that were permanently refused.
   *
   * @throws PartlySentError if some recipients have the message and others were refused
   *   temporarily.
   */
  send: (message: Message, settled?: Settled) => Promise<RefusedMailbox[]>;
  /** The permanently refused recipients in an error of `send`; none if any recipient accepted. */
  refusedBy: (error: unknown) => RefusedMailbox[];
  verdictOf: (error: unknown) => Verdict;
  close: () => void;
}

/**
 * What an error of `send` means for the message:
 * - `refused`: permanently refused because of its recipient or content; do not retry.
 * - `deferred`: temporarily refused because of its recipient.
 * - `outage`: the channel failed, not this message.
 * - `unconfirmed`: the whole message was sent, but no reply arrived. It may be delivered.
 */
export type Verdict = 'refused' | 'deferred' | 'outage' | 'unconfirmed';

/**
 * The keys of recipients for whom a message was accepted or permanently refused. The message is not
 * sent to them again. Empty if no recipient accepted the message.
 */
export type Settled = ReadonlySet<string>;

/** A hash of a recipient's address, so that the address itself is not stored. */
export function recipientKey({ address }: Recipient): string {
  return createHash('sha256').update(address.toLowerCase()).digest('base64url').slice(0, 16);
}

/** The recipients to whom the message still has to be sent. */
export function unsettled<To extends Recipient>(to: readonly To[], settled: Settled): To[] {
  return to.filter((recipient) => !settled.has(recipientKey(recipient)));
}

/** Some recipients have the message; others were refused temporarily, with `responseCode`. */
export class PartlySentError extends Error {
  override name = 'PartlySentError';
  readonly settled: Settled;
  readonly verdict: Verdict;
  readonly responseCode: number | undefined;
  /** The recipients that were refused permanently. */
  readonly refused: RefusedMailbox[];

  constructor(
    settled: Settled,
    verdict: Verdict,
    responseCode: number | undefined,
    refused: RefusedMailbox[],
  ) {
    super('Some recipients were refused temporarily.');
    this.settled = settled;
    this.verdict = verdict;
    this.responseCode = responseCode;
    this.refused = refused;
  }
}
