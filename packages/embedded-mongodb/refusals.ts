import type { Document } from './values.ts';

export class CommandError extends Error {
  readonly code: number;
  readonly details: Document;

  constructor(code: number, message: string, details: Document = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

export function errorFields(error: unknown): Document {
  const commandError = error instanceof CommandError ? error : new CommandError(1, String(error));
  return { code: commandError.code, errmsg: commandError.message, ...commandError.details };
}

/** An error for something that MongoDB supports and this server does not. */
export function refuse(what: string): CommandError {
  return new CommandError(238, `The embedded server does not support ${what}.`);
}

/** Throws a CommandError if a field is not in `supported` (names separated by spaces). */
export function checkFields(document: Document, supported: string): void {
  const unsupported = Object.keys(document).find((field) => !supported.split(' ').includes(field));
  if (unsupported) throw refuse(`the option '${unsupported}'`);
}
