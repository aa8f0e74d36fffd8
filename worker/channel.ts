import type { NotificationKind } from '../contract/notifications.ts';

/** A message about a submission. Each channel adds what it needs of it. */
export interface ChannelMessage {
  submissionId: string;
  kind: NotificationKind;
  /** Whom it is sent to; a message to nobody is not sent. */
  to: readonly unknown[];
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
 * For each recipient of a message, by its position, whether it is not to be sent there again: it
 * was accepted, or refused for good. Empty while none has it.
 */
export type Settled = readonly boolean[];

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
