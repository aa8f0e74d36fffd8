import type { ContactForm } from '#contract/contact-form.ts';
import type { FormSignals } from '#contract/form-signals.ts';
import { hiddenFieldReason, type Screening } from '#contract/screening.ts';

/** Milliseconds in which nobody reads and fills in the form. */
const fastest = 3_000;
/** From this score on, an enquiry is possible spam. */
const markedFrom = 2;

interface Sign {
  reason: string;
  weight: 1 | 2;
  applies: (form: ContactForm, links: number, signals: FormSignals) => boolean;
}

/** Guesses only mark an enquiry, so the lists need not grow to find all junk. */
const signs: Sign[] = [
  {
    reason: 'contains a link in HTML or BBCode',
    weight: 2,
    applies: ({ message }) => /<a\s[^>]{0,200}href|\[(?:url|link)[=\]]/i.test(message),
  },
  {
    reason: 'has a link in the name',
    weight: 2,
    applies: ({ firstName, lastName }) => countLinks(`${firstName} ${lastName}`) > 0,
  },
  {
    reason: 'contains four links or more',
    weight: 2,
    applies: (_form, links) => links > 3,
  },
  {
    reason: 'contains little but a link',
    weight: 2,
    applies: ({ message }, links) => links > 0 && wordsBeside(message) < 8,
  },
  {
    reason: 'has the same first and last name',
    weight: 2,
    applies: ({ firstName, lastName }) => isSame(firstName, lastName),
  },
  {
    reason: 'repeats a name as the message',
    weight: 2,
    applies: ({ firstName, lastName, organisation, message }) =>
      [firstName, lastName, organisation].some((name) => isSame(name, message)),
  },
  {
    reason: 'has random letters as a name',
    weight: 2,
    applies: ({ firstName, lastName }) => isRandom(firstName) || isRandom(lastName),
  },
  {
    reason: 'names wares that are often advertised in spam',
    weight: 2,
    applies: ({ message }) => wares.test(message),
  },
  { reason: 'contains a link', weight: 1, applies: (_form, links) => links > 0 },
  {
    reason: 'names an amount in foreign money',
    weight: 1,
    applies: ({ message }) =>
      /[$€£₿]\s?\d|\d\s?(?:[$€£₿]|(?:usd|eur|gbp|dollars?)\b)/i.test(message),
  },
  {
    reason: 'is phrased like an offer',
    weight: 1,
    applies: ({ message }) => offers.test(message),
  },
  {
    reason: 'contains words of advertisements',
    weight: 1,
    applies: ({ message }) => advertisements.test(message),
  },
  {
    reason: 'is mostly written in another alphabet',
    weight: 1,
    applies: ({ message }) => count(message, /[^\p{Script=Latin}\P{L}]/gu) > message.length / 2,
  },
  {
    reason: 'was sent without a time, by a program or without JavaScript',
    weight: 1,
    applies: (_form, _links, { elapsed }) => elapsed === undefined,
  },
  {
    reason: 'was sent within three seconds of opening the page',
    weight: 1,
    applies: (_form, _links, { elapsed = fastest }) => elapsed < fastest,
  },
];

/**
 * Screens an enquiry. Only facts hide it: a filled-in hidden field of a form that nobody took the
 * time to fill in, and the firm's block list. Guesses mark it, and staff still get it.
 *
 * @param blocked a reason for each match of the block list.
 */
export function screen(
  form: ContactForm,
  signals: FormSignals,
  blocked: readonly string[] = [],
): Screening {
  const { trapFilled, elapsed = 0 } = signals;
  const linkCount = countLinks(form.message);
  const matchingSigns = signs.filter(({ applies }) => applies(form, linkCount, signals));
  const weights = matchingSigns.reduce((sum, { weight }) => sum + weight, 0);
  const score = weights + (trapFilled ? markedFrom : 0);
  const facts = [...blocked, ...(trapFilled ? [hiddenFieldReason] : [])];
  const reasons = [...facts, ...matchingSigns.map(({ reason }) => reason)];
  if (blocked.length > 0 || (trapFilled && elapsed < fastest)) {
    return { verdict: 'hidden', score, reasons };
  }
  return { verdict: score >= markedFrom ? 'marked' : 'clean', score, reasons };
}

const links =
  /https?:\/\/|\bwww\.|(?<![a-z0-9-])[a-z0-9-]{1,63}\.(?:com|net|org|info|biz|ru|xyz|top|shop|io)\b/gi;
const wares =
  /\b(?:seo|backlinks?|guest posts?|link building|casinos?|betting tips|bitcoin|crypto(?:currency)?|forex signals|viagra|cialis|replica watches|escorts?|email lists for sale|business loan offer|web traffic)\b/i;
const offers =
  /\b(?:i can help you (?:rank|grow|get)|we (?:can|will) (?:boost|skyrocket|double)|i (?:was|came) (?:on|across) your (?:web)?site|are you interested in (?:buying|increasing|growing)|reply (?:yes|stop)\b|our (?:team|company) offers)/i;
const advertisements =
  /\b(?:100% free|act now|best price|click here|discount|first page of google|guaranteed|limited offer|make money|no obligation|passive income|risk[- ]free|special offer|unsubscribe)\b/i;

/** Counts links outside of email addresses. */
function countLinks(text: string): number {
  return count(text.replace(/(?<![\w.+-])[\w.+-]{1,64}@[\w.-]{1,253}/g, ''), links);
}

function wordsBeside(text: string): number {
  const others = text.split(/\s+/).filter((word) => !/https?:|www\./i.test(word));
  return count(others.join(' '), /\p{L}{2,60}/gu);
}

function isSame(left: string, right: string): boolean {
  return left.trim().toLowerCase() === right.trim().toLowerCase();
}

/** `McDonald` and `DeVilliers` have one capital inside; `xKfTqPwLzR` has several. */
function isRandom(name: string): boolean {
  return count(name, /\p{Ll}\p{Lu}/gu) > 2;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
