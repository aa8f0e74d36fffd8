import type { Document } from './values.ts';

/** An error reply, with MongoDB's error code. */
export class CommandError extends Error {
  readonly code: number;
  readonly details: Document;

  constructor(code: number, message: string, details: Document = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** An error for something that MongoDB supports and this server does not. */
export function refuse(what: string): CommandError {
  return new CommandError(238, `The embedded server does not support ${what}.`);
}

/** Throws a CommandError if a field is not named in `supported`. */
export function checkFields(document: Document, supported: string): void {
  const unknown = Object.keys(document).find((field) => !supported.split(' ').includes(field));
  if (unknown) throw refuse(`the option '${unknown}'`);
}
