import type { Company } from '../../contract/company.ts';
import { localDay, weekdayAndDay } from '../../contract/time.ts';
import { fillIn } from '../../contract/fill-in.ts';
import { mailWords as words } from '../../contract/mail-words.ts';
import { addWorkingDays, isWorkingDay } from '../../contract/working-days.ts';
import { findLinks } from '../../design/find-links.ts';
import { html, type Html } from '../../design/letter/letter-look.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import type { WorkerConfig } from '../config.ts';
import {
  factTable,
  heading,
  letter,
  link,
  mailHref,
  paragraph,
  referenceBlock,
  signature,
  smallPrint,
} from '../../design/letter/letter.ts';
import type { MailMessage } from './mailer.ts';

/**
 * The acknowledgement to the visitor. It repeats nothing from the form, not even the name, so that
 * the form cannot be used to send text to someone else's address.
 */
export function acknowledgement(
  { _id, reference, email }: Acknowledged,
  { mail, company }: Pick<WorkerConfig, 'mail' | 'company'>,
  now = new Date(),
): MailMessage {
  const subject = subjectOf(reference);
  const texts = textsFor(reference, company, localDay(now));
  return {
    submissionId: _id,
    kind: 'acknowledgement',
    from: mail.from,
    bouncesTo: mail.bouncesTo?.address ?? '',
    to: [{ name: '', address: email }],
    subject,
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
    text: plainText(texts, company),
    html: letterTo({ title: subject, reference }, texts, company),
  };
}

type Acknowledged = Pick<ContactSubmission, '_id' | 'reference' | 'email'>;

/** The subject of an acknowledgement. */
export function subjectOf(reference: string): string {
  return `${words.subject} (${reference})`;
}

function textsFor(reference: string, company: Company, today: string) {
  const { name, replyWithin: time, closedOn, informationOfficer } = company;
  const next = time ? fillIn(words.next.within, { time }) : words.next.soon;
  const opensOn = addWorkingDays(today, 1, closedOn);
  const reopens = fillIn(words.reopens, { day: weekdayAndDay(opensOn) });
  return {
    ...words,
    thanks: fillIn(words.thanks, { name }),
    yourReference: fillIn(words.yourReference, { reference }),
    next: isWorkingDay(today, closedOn) ? next : `${next} ${reopens}`,
    mistake: fillIn(words.mistake, { email: informationOfficer.email }),
    times: company.hours.map(({ days, time }) => `${days}: ${time}`),
  };
}

type Texts = ReturnType<typeof textsFor>;

function plainText(texts: Texts, company: Company): string {
  const { name, phone, email, addressLines } = company;
  const paragraphs = [
    [texts.greeting],
    [`${texts.thanks} ${texts.yourReference} ${texts.quote}`],
    [texts.next],
    [`${texts.otherWays}:`, phone, email, ...texts.times],
    [texts.regards, name, ...addressLines],
    [texts.mistake],
  ];
  return `${paragraphs.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function letterTo(
  { title, reference }: Record<'title' | 'reference', string>,
  texts: Texts,
  company: Company,
): string {
  const { phone, phoneHref, email, addressLines } = company;
  const parts = [
    paragraph(texts.greeting),
    paragraph(texts.thanks),
    referenceBlock(texts.reference, reference, texts.quote),
    paragraph(texts.next),
    heading(texts.otherWays),
    factTable([
      [texts.phone, [link(phoneHref, phone)]],
      [texts.email, [link(mailHref(email, `Enquiry ${reference}`), email)]],
      [texts.hours, texts.times],
      [texts.address, [link(mapAddress(addressLines), ...addressLines)]],
    ]),
    signature(texts.regards, company),
  ];
  const below = [smallPrint(withLinks(texts.mistake))];
  return letter({ title, headline: texts.subject, parts, below }, company);
}

/** The URL of a map search for the address, which opens the map app on phones. */
function mapAddress(lines: string[]): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(lines.join(', '))}`;
}

/** Turns the addresses in one of our own sentences into links. */
function withLinks(sentence: string): Html {
  const runs = findLinks(sentence).map(({ text, href }) =>
    href === undefined ? html`${text}` : link(href, text),
  );
  return html`${runs}`;
}
