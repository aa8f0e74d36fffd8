/** A command that was not given as it should be. Its message says how. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Something that a command could not do. Its message is for the person who gave it. */
export class CommandError extends Error {
  override name = 'CommandError';
}
