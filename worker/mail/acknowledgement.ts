import { mailWords as words } from '#contract/mail-words.ts';
import { localDay, weekdayAndDay } from '#contract/time.ts';
import { addWorkingDays, isWorkingDay } from '#contract/working-days.ts';
import {
  factTable,
  heading,
  link,
  mailHref,
  paragraph,
  referenceBlock,
  signature,
  smallPrint,
} from '#design/letter/letter.ts';
import { html } from '#design/letter/letter-look.ts';
import type { ContactSubmission } from '#storage/submission-model.ts';
import type { WorkerConfig } from '../config.ts';
import { composeLetter, type MailMessage } from './mailer.ts';

/** Repeats nothing from the form, so nobody can use it to send text to someone else's address. */
export function acknowledgement(
  { _id, reference, email: visitor }: Pick<ContactSubmission, '_id' | 'reference' | 'email'>,
  config: Pick<WorkerConfig, 'mail' | 'company'>,
  now = new Date(),
): MailMessage {
  const { mail, company } = config;
  const { addressLines, closedOn, email, informationOfficer, name, phone, phoneHref } = company;
  const today = localDay(now);
  const opensOn = weekdayAndDay(addWorkingDays(today, 1, closedOn));
  const reopens = isWorkingDay(today, closedOn) ? '' : ` ${words.reopens(opensOn)}`;
  const nextSteps = `${words.next(company.replyWithin)}${reopens}`;
  const times = company.hours.map(({ days, time }) => `${days}: ${time}`);
  const [beforeOfficer, afterOfficer] = words.mistake;
  const officerEmail = informationOfficer.email;
  const mapUrl = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(addressLines.join(', '))}`;
  const paragraphs = [
    [words.greeting],
    [`${words.thanks(name)} ${words.yourReference(reference)} ${words.quote}`],
    [nextSteps],
    [`${words.otherWays}:`, phone, email, ...times],
    [words.regards, name, ...addressLines],
    [`${beforeOfficer}${officerEmail}${afterOfficer}`],
  ];
  const parts = [
    paragraph(words.greeting),
    paragraph(words.thanks(name)),
    referenceBlock(words.reference, reference, words.quote),
    paragraph(nextSteps),
    heading(words.otherWays),
    factTable([
      [words.phone, [link(phoneHref, phone)]],
      [words.email, [link(mailHref(email, `Enquiry ${reference}`), email)]],
      [words.hours, times],
      [words.address, [link(mapUrl, ...addressLines)]],
    ]),
    signature(words.regards, company),
  ];
  const mistake = html`${beforeOfficer}${link(mailHref(officerEmail), officerEmail)}${afterOfficer}`;
  return composeLetter(
    {
      submissionId: _id,
      kind: 'acknowledgement',
      bouncesTo: mail.bouncesTo?.address ?? '',
      to: [{ name: '', address: visitor }],
      subject: subjectOf(reference),
      headline: words.subject,
      headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
      text: `${paragraphs.map((lines) => lines.join('\n')).join('\n\n')}\n`,
      parts,
      below: [smallPrint(mistake)],
    },
    config,
  );
}

export function subjectOf(reference: string): string {
  return `${words.subject} (${reference})`;
}
