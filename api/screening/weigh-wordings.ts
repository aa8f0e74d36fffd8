import { quarantineScore } from './screen-enquiry.ts';
import { offers } from './offer-wordings.ts';
import { scams } from './scam-wordings.ts';
import { generic, honestWordings, outreach } from './wordings.ts';

/** A sign of spam or of a genuine enquiry: a label for staff, and a weight. */
export interface Sign {
  reason: string;
  weight: number;
  /** Whether honest phrases can outweigh this sign. */
  generic?: boolean;
}

/** A reason and its patterns, highest weight first. */
interface Wording {
  reason: string;
  levels: { weight: number; says: RegExp }[];
}

/**
 * Parses a table of reasons. A reason can have a comment after `#`. The indented lines below a
 * reason are its phrases, separated by ` / ` and grouped by weight. Phrases are regular
 * expressions, in lower case and without accents. If they begin with a Latin letter, a digit, `\`
 * or `(`, they match only from the start of a word. If several phrases of a reason occur in a
 * text, only the highest weight counts.
 */
function readTable(table: string): Wording[] {
  return table
    .trim()
    .split(/\n+(?=\S)/)
    .map((entry) => {
      const [heading = '', ...lines] = entry.split('\n');
      const [, ...parts] = lines
        .map((line) => line.trim())
        .join(' / ')
        .split(/(?:^| \/ )(-?\d): /);
      const levels = parts.flatMap((weight, index) =>
        index % 2 ? [] : [{ weight: Number(weight), says: anyOf(parts[index + 1] ?? '') }],
      );
      return { reason: heading.split(' #')[0] ?? '', levels };
    });
}

// \b only works with Latin letters.
function anyOf(wordings: string): RegExp {
  const all = wordings.split(' / ');
  const words = all.filter((wording) => /^[\w\\(]/.test(wording)).join('|');
  const others = all.filter((wording) => !/^[\w\\(]/.test(wording));
  return new RegExp([...(words ? [`\\b(?:${words})`] : []), ...others].join('|'));
}

function findIn(text: string, wordings: Wording[]): Sign[] {
  return wordings.flatMap(({ reason, levels }) => {
    const level = levels.find(({ says }) => says.test(text));
    return level ? [{ reason, weight: level.weight }] : [];
  });
}

const spamWordings = readTable(`${scams}${offers}${outreach}`);
const genericWordings = readTable(generic);
const honest = readTable(honestWordings);

const longText = 100;
/** In texts with more characters than this, weak phrases count less: they can occur by chance. */
const usualLength = 1_500;
/**
 * A text whose spam phrases weigh at least this much, but too little for quarantine, is weighed
 * again without its honest sentences.
 */
const reweighFrom = 2;

interface Surroundings {
  hasLinks: boolean;
  /** The weight of generic signs other than phrases. */
  generics: number;
}

/** Finds phrases of spam and advertising, and phrases of honest enquiries that offset them. */
export function weighWordings(text: string, surroundings: Surroundings): Sign[] {
  const share = Math.min(1, usualLength / text.length);
  const whole = weighPart(text, share, surroundings);
  if (firmSum(whole) < reweighFrom || firmSum(whole) >= quarantineScore) return whole;
  // An honest sentence proves nothing about the sentences around it.
  const rest = text.split(/(?<=[.?!]) /).filter((part) => findIn(part, honest).length === 0);
  const part = weighPart(rest.join(' '), share, surroundings);
  return firmSum(part) >= reweighFrom && scoreOf(part) > scoreOf(whole) ? part : whole;
}

function weighPart(text: string, share: number, { hasLinks, generics }: Surroundings): Sign[] {
  const spam = findIn(text, spamWordings).map(({ reason, weight }) => ({
    reason,
    weight: weight < quarantineScore ? weight * share : weight,
  }));
  const wish = findIn(text, honest);
  const weak = wish.length > 3 ? [] : findIn(text, genericWordings);
  const weight = sumOf([...spam, ...weak]);
  if (hasLinks && weight > 1) weak.push({ reason: 'links to another site', weight: 1 });
  const asksNothing = wish.length === 0 && weight > (text.length > longText ? 1 : 2);
  if (asksNothing) weak.push({ reason: 'asks no question', weight: 2 });
  const offset = wish.slice(0, generics + sumOf(weak));
  return [...spam, ...[...weak, ...offset].map((sign) => ({ ...sign, generic: true }))];
}

export function sumOf(signs: Sign[]): number {
  return signs.reduce((sum, { weight }) => sum + weight, 0);
}

/** Adds up the weights of signs and rounds down. Honest phrases outweigh only generic signs. */
export function scoreOf(signs: Sign[]): number {
  return Math.floor(firmSum(signs) + Math.max(0, sumOf(signs.filter((sign) => sign.generic))));
}

function firmSum(signs: Sign[]): number {
  return sumOf(signs.filter((sign) => !sign.generic));
}
