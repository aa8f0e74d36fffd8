import { parseArgs } from 'node:util';
import { closest, distance } from 'fastest-levenshtein';

/** A wrong command line. Its message says what is wrong. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The options and positional arguments of a command line. */
interface GivenArguments {
  values: Record<string, string | true>;
  words: string[];
}

/**
 * Parses a command line. Options in `flags` have no value, all others need one.
 *
 * @throws UsageError for an unknown or repeated option, or a missing value.
 */
export function readArguments(
  args: string[],
  options: readonly string[],
  flags: readonly string[],
): GivenArguments {
  const types = options.map((name) => {
    return [name, { type: flags.includes(name) ? 'boolean' : 'string' }] as const;
  });
  const { tokens } = parseArgs({
    args,
    options: Object.fromEntries(types),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values = new Map<string, string | true>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (!options.includes(name)) {
      throw new UsageError(`Unknown option ${rawName}.${didYouMean(name, options, '--')}`);
    }
    if (values.has(name)) throw new UsageError(`${rawName} is given twice.`);
    const isFlag = flags.includes(name);
    if (isFlag && value !== undefined) throw new UsageError(`${rawName} takes no value.`);
    // A value that looks like an option must be given as --name=value.
    const isMissing = value === undefined || (!inlineValue && /^-./.test(value));
    if (!isFlag && isMissing) throw new UsageError(`${rawName} needs a value.`);
    values.set(name, value ?? true);
  }
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  return { values: Object.fromEntries(values), words };
}

/** @throws UsageError for positional arguments, with the option that may be meant. */
export function refuseWords(words: readonly string[], options: readonly string[]): void {
  const [first, ...others] = words;
  if (first === undefined) return;
  const text = words.join(' ');
  const meant = [
    [options.includes(first) && others.length > 0, `--${text}`],
    [options.includes('email') && first.includes('@'), `--email ${first}`],
    [options.includes('search'), `--search "${text}"`],
  ] as const;
  const option = meant.find(([isMeant]) => isMeant)?.[1];
  throw new UsageError(
    `"${text}" is not expected here.${option ? ` Did you mean ${option}?` : ''}`,
  );
}

/** Suggests the most similar name; empty if none is similar. */
export function didYouMean(given: string, names: readonly string[], before = ''): string {
  if (given.length < 2) return '';
  const longer = names.find((name) => name.startsWith(given));
  const nearest = longer ?? closest(given, names);
  const isNear = longer ?? distance(given, nearest) <= Math.max(1, Math.floor(given.length / 3));
  return isNear ? ` Did you mean ${before}${nearest}?` : '';
}
