import { blockListKey, domainIn, isDomain } from '../../contract/block-list.ts';
import type { ContactForm } from '../../contract/contact-form.ts';
import { withRedisTimeout } from '../../platform/http/redis.ts';
import type { RedisClient } from '../../platform/redis.ts';
import { makePlain } from './plain-text.ts';
import { quarantineScore } from './screen-enquiry.ts';
import type { Sign } from './weigh-wordings.ts';

/** Milliseconds between queries of Redis. Enquiries never wait for a query. */
const interval = 5_000;

interface BlockList {
  domains: ReadonlySet<string>;
  phrases: { phrase: string; typed: string; words: string }[];
}

export type FindBlocked = (form: ContactForm) => Sign[];

/**
 * Reads the block list from Redis every few seconds. Keeps the last list while Redis is down, and
 * if Redis no longer has a valid list, for example because its data was lost.
 */
export function watchBlockList(redis: Pick<RedisClient, 'get'>, prefix: string) {
  let stored: string | null = null;
  let list: BlockList = { domains: new Set(), phrases: [] };
  async function read(): Promise<void> {
    const found = await withRedisTimeout(redis.get(blockListKey(prefix)));
    if (found === null || found === stored) return;
    list = parseBlockList(JSON.parse(found) as string[]);
    stored = found;
  }
  // The connection already logs outages of Redis.
  const refresh = () => read().catch(() => undefined);
  const timer = setInterval(() => void refresh(), interval);
  timer.unref();
  return {
    refresh,
    find: ((form) => findBlocked(form, list)) satisfies FindBlocked,
    stop: () => clearInterval(timer),
  };
}

/** Prepares a block list for matching. */
export function parseBlockList(values: readonly string[]): BlockList {
  return {
    domains: new Set(values.filter(isDomain)),
    phrases: values
      .filter((value) => !isDomain(value))
      .map((phrase) => ({
        phrase,
        typed: wordsOf(phrase),
        words: wordsOf(makePlain(phrase).text),
      })),
  };
}

/** Finds the blocked domains and phrases in an enquiry. Each is a sign with its own reason. */
export function findBlocked(form: ContactForm, { domains, phrases }: BlockList): Sign[] {
  if (domains.size + phrases.length === 0) return [];
  const { firstName, lastName, organisation, message, email } = form;
  const typed = [firstName, lastName, organisation, message].join('\n');
  const { text } = makePlain(typed);
  const sender = blockedDomain(email.slice(email.lastIndexOf('@') + 1), domains);
  // Searches the typed text too, because `makePlain` removes the accents of domain names.
  const hosts = `${typed} ${text}`.split(betweenHosts).filter((piece) => piece.includes('.'));
  const linked = new Set(hosts.map((host) => blockedDomain(host, domains)));
  linked.delete(sender);
  linked.delete(undefined);
  const words = wordsOf(text);
  // In a phrase alone, Cyrillic letters that look Latin become Latin; among others they may not.
  const typedWords = wordsOf(typed);
  return [
    ...(sender === undefined ? [] : [`comes from the blocked domain ${sender}`]),
    ...[...linked].map((domain) => `mentions the blocked domain ${domain}`),
    ...phrases
      .filter((one) => words.includes(one.words) || typedWords.includes(one.typed))
      .map(({ phrase }) => `contains the blocked phrase “${phrase}”`),
  ].map((reason) => ({ reason, weight: quarantineScore }));
}

const betweenHosts = /[^\p{L}\p{M}\p{N}_.-]+/u;
const longestHost = 253;
const beyondAscii = /[^\0-\x7f]/;

/** Finds the blocked domain that equals a host or a parent domain of it; undefined if none does. */
function blockedDomain(host: string, domains: ReadonlySet<string>): string | undefined {
  if (host.length > longestHost) return undefined;
  // Parsing a host as a URL is slow, and only needed for internationalised domains.
  const name = beyondAscii.test(host) ? (domainIn(host) ?? '') : host.toLowerCase();
  const labels = name.split('.').filter(Boolean);
  return labels.map((_, index) => labels.slice(index).join('.')).find((name) => domains.has(name));
}

/** The words of a text in lower case, each between spaces, so that only whole words match. */
function wordsOf(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}
