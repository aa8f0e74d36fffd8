/**
 * For each recipient of a message, by its position, whether it is not to be sent there again: it
 * was accepted, or refused for good. Empty while none has it.
 */
export type Settled = readonly boolean[];

/** Some recipients have the message; the others were refused for now, with this code. */
export class PartlySentError extends Error {
  override name = 'PartlySentError';
  readonly settled: Settled;
  readonly responseCode: number | undefined;

  constructor(settled: Settled, responseCode: number | undefined) {
    super('Some recipients were refused for now.');
    this.settled = settled;
    this.responseCode = responseCode;
  }
}

/** How many of the recipients are still to be sent the message. */
export function unsettled(settled: Settled): number {
  return settled.filter((isSettled) => !isSettled).length;
}
