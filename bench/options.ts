import { parseArgs } from 'node:util';

export const sectionNames = ['site', 'api', 'worker', 'build'] as const;
export type SectionName = (typeof sectionNames)[number];

export interface BenchOptions {
  sections: SectionName[];
  /** Fewer and smaller runs, for a look while developing. */
  quick: boolean;
  json: boolean;
}

/**
 * Reads the options of `npm run bench`. Without a section, all of them run.
 *
 * @throws Error that names what cannot be used.
 */
export function readOptions(args: string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { quick: { type: 'boolean' }, json: { type: 'boolean' } },
  });
  const unknown = positionals.filter((name) => !isSectionName(name));
  if (unknown.length > 0) {
    throw new Error(`There is no ${unknown.join(', ')}; there are ${sectionNames.join(', ')}.`);
  }
  const chosen = sectionNames.filter((name) => positionals.includes(name));
  return {
    sections: chosen.length > 0 ? chosen : [...sectionNames],
    quick: values.quick ?? false,
    json: values.json ?? false,
  };
}

function isSectionName(name: string): name is SectionName {
  return sectionNames.some((known) => known === name);
}
