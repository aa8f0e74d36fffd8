import * as z from 'zod/mini';

import { text } from './company.ts';

/** A picture in firm/images/. */
const file = z
  .string()
  .check(z.regex(/^[a-z0-9-]+\.(png|jpe?g|webp|svg)$/, 'must be a file such as thandi-nkosi.jpg'));

/** Why a board can trust the firm. The home page shows only the parts that are there. */
export const proof = z.strictObject({
  clients: z.optional(
    z.strictObject({
      title: text,
      clients: z
        .array(
          z.strictObject({ name: text, /** Shown instead of the name. */ logo: z.optional(file) }),
        )
        .check(z.minLength(1)),
    }),
  ),
  testimonials: z.optional(
    z.strictObject({
      title: text,
      testimonials: z
        .array(z.strictObject({ quote: text, name: text, role: text }))
        .check(z.minLength(1), z.maxLength(3)),
    }),
  ),
  case: z.optional(
    z.strictObject({
      title: text,
      institution: text,
      problem: z.strictObject({ title: text, text }),
      result: z.strictObject({ title: text, text }),
    }),
  ),
  people: z.optional(
    z.strictObject({
      title: text,
      people: z
        .array(
          z.strictObject({
            name: text,
            role: text,
            /** `alt` describes the picture for those who cannot see it. */
            portrait: z.optional(z.strictObject({ file, alt: text })),
          }),
        )
        .check(z.minLength(1)),
    }),
  ),
});

export type Proof = z.infer<typeof proof>;
