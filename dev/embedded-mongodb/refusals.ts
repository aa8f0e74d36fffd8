/** A BSON document as the wire delivers it. */
export type Document = Record<string, unknown>;

const codeNames: Record<number, string> = {
  1: 'InternalError',
  2: 'BadValue',
  9: 'FailedToParse',
  14: 'TypeMismatch',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  52: 'DollarPrefixedFieldName',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  238: 'NotImplemented',
  352: 'UnsupportedOpQueryCommand',
  11000: 'DuplicateKey',
};

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

/** The fields `code`, `codeName`, `errmsg` and details that report an error to the client. */
export function errorFields(error: unknown): Document {
  const known =
    error instanceof CommandError
      ? error
      : new CommandError(1, error instanceof Error ? error.message : String(error));
  return {
    errmsg: known.message,
    code: known.code,
    codeName: codeNames[known.code] ?? 'UnknownError',
    ...known.details,
  };
}

/** The error reply to a command, from whatever was thrown. */
export function errorReply(error: unknown): Document {
  return { ok: 0, ...errorFields(error) };
}

/** Throws unless every field of `document` is one of `served`. */
export function checkFields(document: Document, served: readonly string[], of: string): void {
  for (const field of Object.keys(document)) {
    if (!served.includes(field)) throw refuse(`the option '${field}' of ${of}`);
  }
}
