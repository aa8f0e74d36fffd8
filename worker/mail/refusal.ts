// The recipient or the message was refused. Refusals of a connection, a login or the sender are
// about our own configuration, and the same message can go through once that is put right.
const refusable = ['RCPT TO', 'DATA'];

/** Whether a mail server refused a message for good, so that sending it again is of no use. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { responseCode, command } = error as Error & { responseCode?: number; command?: string };
  if (responseCode === undefined || command === undefined) return false;
  const isPermanent = responseCode >= 500 && responseCode < 600;
  return isPermanent && !notAboutTheMessage.has(responseCode) && refusable.includes(command);
}

// Bad sequence, authentication required, weak, failed or needing encryption.
const notAboutTheMessage = new Set([503, 530, 534, 535, 538]);
