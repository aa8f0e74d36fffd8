import type { Readable } from 'node:stream';
import type { SendMailOptions, Transporter } from 'nodemailer';

/** The whole message was sent, but no reply arrived: the server may or may not have accepted it. */
export class UnconfirmedError extends Error {
  override name = 'UnconfirmedError';
}

/**
 * Returns a function that sends through a transport. The function throws an UnconfirmedError if no
 * reply arrived after the whole message was sent.
 *
 * @param read can change or watch the content of a message.
 */
export function confirmingSender<Options extends SendMailOptions, Sent>(
  transport: Transporter<Sent>,
  read: (content: Readable, options: Options) => Readable = (content) => content,
): (options: Options) => Promise<Sent> {
  transport.use('stream', ({ data, message }, done) => {
    const options = data as Options & { handOver: { isDone: boolean } };
    message.processFunc((content) =>
      read(content, options).once('end', () => (options.handOver.isDone = true)),
    );
    done();
  });
  return async (options) => {
    const handOver = { isDone: false };
    try {
      return await transport.sendMail({ ...options, handOver });
    } catch (cause) {
      const hasReply = Boolean((cause as { responseCode?: number }).responseCode);
      if (hasReply || !handOver.isDone) throw cause;
      throw new UnconfirmedError('The answer was lost.', { cause });
    }
  };
}
