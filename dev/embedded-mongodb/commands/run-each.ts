import { CommandError, errorFields, type Document } from '../refusals.ts';

/**
 * Runs each write of a command and returns `{ writeErrors }`, or nothing when all went well.
 * Stops at the first error unless the command says `ordered: false`; throws an error that is
 * not a write's own fault.
 */
export async function runEach(
  writes: Document[],
  { ordered = true }: Document,
  run: (write: Document, index: number) => Promise<void>,
): Promise<Document> {
  const writeErrors: Document[] = [];
  for (const [index, write] of writes.entries()) {
    try {
      await run(write, index);
    } catch (error) {
      if (!isOfWrite(error)) throw error;
      writeErrors.push({ index, ...errorFields(error) });
      if (ordered === true) break;
    }
  }
  return writeErrors.length > 0 ? { writeErrors } : {};
}

/** Whether an error is a write's own fault, and says nothing of the collection. */
export function isOfWrite(error: unknown): error is CommandError {
  return error instanceof CommandError && error.code !== 1;
}
