import * as z from 'zod/mini';

/**
 * A schema for the URL of one of our sites: scheme, host and an optional port, with or without a
 * trailing slash. The parsed value is the origin, such as `https://www.example.co.za`.
 *
 * @param example shown in the error message.
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
