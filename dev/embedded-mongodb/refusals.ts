import type { Document } from './values.ts';

/** An error that the client is told about, with MongoDB's code for it. */
export class CommandError extends Error {
  readonly code: number;
  readonly details: Document;

  constructor(code: number, message: string, details: Document = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** What MongoDB would do and this server does not: said in words, never approximated. */
export function refuse(what: string): CommandError {
  return new CommandError(238, `The embedded server does not serve ${what}.`);
}

/** Throws a CommandError unless every field is one of those named in `served`. */
export function checkFields(document: Document, served: string): void {
  const unknown = Object.keys(document).find((field) => !served.split(' ').includes(field));
  if (unknown) throw refuse(`the option '${unknown}'`);
}
