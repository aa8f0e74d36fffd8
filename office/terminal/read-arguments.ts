import { parseArgs } from 'node:util';
import { closest, distance } from 'fastest-levenshtein';

/** A command that was not given as it should be. Its message says how. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** What stands on a command line: the values of its options, and the words that stand alone. */
interface GivenArguments {
  values: Record<string, string | true>;
  words: string[];
}

/**
 * Reads a command line. An option that is named in `flags` stands without a value, every other has
 * one.
 *
 * @throws UsageError for an option that there is not, is given twice, or lacks its value.
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
      throw new UsageError(`There is no option ${rawName}.${didYouMean(name, options, '--')}`);
    }
    if (values.has(name)) throw new UsageError(`${rawName} is given twice.`);
    const isFlag = flags.includes(name);
    if (isFlag && value !== undefined) throw new UsageError(`${rawName} takes no value.`);
    // What looks like the next option is its value only where that is beyond doubt.
    const isMissing = value === undefined || (!inlineValue && /^-./.test(value));
    if (!isFlag && isMissing) throw new UsageError(`${rawName} needs a value.`);
    values.set(name, value ?? true);
  }
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  return { values: Object.fromEntries(values), words };
}

/** @throws UsageError when there are words that stand alone, with the option that may be meant. */
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
  throw new UsageError(`"${text}" cannot stand alone.${option ? ` Did you mean ${option}?` : ''}`);
}

/** A question for the name that is nearest to what was given; empty if none is near. */
export function didYouMean(given: string, names: readonly string[], before = ''): string {
  if (given.length < 2) return '';
  const longer = names.find((name) => name.startsWith(given));
  const nearest = longer ?? closest(given, names);
  const isNear = longer ?? distance(given, nearest) <= Math.max(1, Math.floor(given.length / 3));
  return isNear ? ` Did you mean ${before}${nearest}?` : '';
}
