import type { ContactForm } from '#contract/contact-form.ts';
import { mailboxOf } from '#contract/email-address.ts';
import {
  blockListKey,
  blockListReason,
  domainIn,
  isAddress,
  isDomain,
} from '#contract/screening.ts';
import { refreshEvery } from '#server/process.ts';
import type { Redis } from '#server/redis.ts';

/** Milliseconds between queries of Redis. Enquiries never wait for a query. */
const interval = 5_000;

export type BlockList = ReturnType<typeof watchBlockList>;

/** Keeps the last list while Redis is down, and if Redis has none, because its data was lost. */
export function watchBlockList(redis: Redis, prefix: string) {
  let entries: string[] = [];
  async function read(): Promise<void> {
    const stored = await redis.get(blockListKey(prefix));
    if (stored !== null) entries = JSON.parse(stored) as string[];
  }
  return {
    find: (form: ContactForm) => findBlocked(form, entries),
    ...refreshEvery(interval, read),
  };
}

/** Finds the blocked addresses, domains and phrases in an enquiry: a reason for each. */
export function findBlocked(form: ContactForm, entries: readonly string[]): string[] {
  if (entries.length === 0) return [];
  const { firstName, lastName, organisation, message, email } = form;
  const text = [firstName, lastName, organisation, message].join('\n').normalize('NFKC');
  const sender = mailboxOf(email);
  const senderHost = asciiHost(email.slice(email.lastIndexOf('@') + 1));
  const hosts = text.split(betweenHosts).filter((piece) => piece.includes('.'));
  const mentioned = hosts.map(asciiHost);
  const words = wordsOf(text);
  return entries.flatMap((entry) => {
    const isIn = (host: string) => host === entry || host.endsWith(`.${entry}`);
    if (isAddress(entry)) {
      const isSender = mailboxOf(entry) === sender;
      return isSender ? `${blockListReason.sender} address ${entry}` : [];
    }
    if (!isDomain(entry)) {
      return words.includes(wordsOf(entry)) ? `${blockListReason.phrase} “${entry}”` : [];
    }
    if (isIn(senderHost)) return `${blockListReason.sender} domain ${entry}`;
    return mentioned.some(isIn) ? `${blockListReason.mention} domain ${entry}` : [];
  });
}

const betweenHosts = /[^\p{L}\p{M}\p{N}_.-]+/u;
const longestHost = 253;
const beyondAscii = /[^\0-\x7f]/;

/** A host in ASCII and lower case, without the full stop of its sentence. */
function asciiHost(text: string): string {
  const host = text.toLowerCase().replace(/\.{1,9}$/, '');
  const isForeign = beyondAscii.test(host) && host.length <= longestHost;
  return isForeign ? (domainIn(host) ?? host) : host;
}

/** The words of a text in lower case, each between spaces, so that only whole words match. */
function wordsOf(text: string): string {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} `;
}
