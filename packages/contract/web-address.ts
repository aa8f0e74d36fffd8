import * as z from 'zod/mini';

/** A URL without a path, read as its origin. The error message shows the example. */
export function webAddress(example: string) {
  return z.pipe(
    z
      .string()
      .check(
        z.refine(
          (value) => /^https?:\/\/[^\s/\\?#$@]+\/?$/i.test(value) && URL.canParse(value),
          `must be an address such as ${example}, without a path`,
        ),
      ),
    z.transform((value: string) => new URL(value).origin),
  );
}
