/**
 * What a log may say of an error: its kind, its code and where it was thrown. Never its message:
 * the messages of validation, SMTP and MongoDB errors quote what a visitor typed.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, code, responseCode, syscall } = error as Error & Record<string, unknown>;
  return {
    name,
    ...(code === undefined ? {} : { code }),
    ...(responseCode === undefined ? {} : { responseCode }),
    ...(syscall === undefined ? {} : { syscall }),
    stack: framesOf(error),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

const frame = /^ {4}at .*(?::\d+:\d+|<anonymous>|native)\)?$/;

/** Where an error was thrown. Its message comes first in a stack, and may have any line in it. */
function framesOf({ message, stack = '' }: Error): string[] {
  const end = stack.indexOf(message) + message.length;
  const lines = stack.slice(end).split('\n');
  return lines
    .filter((line) => frame.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
}
