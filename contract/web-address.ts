import * as z from 'zod/mini';

/**
 * Where a site of ours is, as an operator writes it: scheme, host and perhaps a port, with a slash
 * at its end or without. It is read as an origin: `https://www.example.co.za`.
 *
 * @param example what the message shows when it cannot be used
 */
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
