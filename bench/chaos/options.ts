import { parseArgs } from 'node:util';
import * as z from 'zod';

import { chartsFolder } from '../charts/picture.ts';
import { victims } from './faults.ts';

const number = z.coerce.number('must be a number').int();
const optionsSchema = z
  .object({
    submissions: number.min(1).max(1_000_000).default(2_000),
    seed: number.min(0).max(0x7fffffff).default(1953),
    /** The number of faults to inject, of all kinds together. */
    kills: number.min(1).max(1_000).optional(),
    clients: number.min(1).max(256).default(24),
    only: z.array(z.enum(victims, `must be one of ${victims.join(', ')}`)).default([...victims]),
    charts: z.string().default(chartsFolder),
    json: z.boolean().default(false),
  })
  .transform(({ kills, ...options }) => ({
    ...options,
    kills: kills ?? Math.max(14, Math.ceil(options.submissions / 300)),
  }));

export type ChaosOptions = z.infer<typeof optionsSchema>;

/**
 * Reads the options of `npm run chaos`.
 *
 * @throws Error that names the invalid option and the reason.
 */
export function readOptions(): ChaosOptions {
  const [text, yes] = [{ type: 'string' }, { type: 'boolean' }] as const;
  const numbers = { submissions: text, seed: text, kills: text, clients: text };
  const others = { charts: text, json: yes };
  const only = { ...text, multiple: true } as const;
  const { values } = parseArgs({ options: { ...numbers, ...others, only } });
  const { data, error } = optionsSchema.safeParse(values);
  if (data) return data;
  throw new Error(
    error.issues.map(({ path, message }) => `--${path.join('.')} ${message}`).join('\n'),
  );
}
