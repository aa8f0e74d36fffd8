import { createHash } from 'node:crypto';

import type { Company } from '#contract/company.ts';
import { contactField, filledIn } from '#contract/contact-fields.ts';
import { clockTime, longDay } from '#contract/time.ts';
import { html, Html } from '#design/letter/letter-look.ts';
import { customProperties, font, palettes, printed, quoted } from '#design/theme.ts';
import { enquiryPrivacy, regulator } from '#firm/content/privacy.ts';
import { theme } from '#firm/theme.ts';
import type { PersonRequest } from '#storage/person-requests.ts';
import { stateLabels } from '../enquiries/decisions.ts';
import { countOf } from '../enquiries/words.ts';
import { officePath } from '../paths.ts';
import type { HeldData, HeldEnquiry } from './find.server.ts';
import { kindWords, resultWords } from './words.ts';

const { display, text } = theme.typefaces;
const faces = [display, text].flatMap(({ family, weights, files }) =>
  files.map(
    ({ file, characters }) =>
      `@font-face{font-family:${quoted(family)};src:url('${officePath}/fonts/${file}');` +
      `font-weight:${weights};unicode-range:${characters}}`,
  ),
);
const style = `${faces.join('\n')}
:root{color-scheme:light;${customProperties({ ...palettes.light, paper: printed.paper })}}
*{box-sizing:border-box;margin:0}
body{max-width:46rem;margin:0 auto;padding:clamp(1.25rem,5vw,3rem);background:var(--paper);
  color:var(--ink);font:400 1.0625rem/1.6 ${font.text};overflow-wrap:anywhere}
h1,h2,h3,.firm{font-family:${font.display};font-weight:400;line-height:1.2;color:var(--primary)}
.firm{padding-bottom:.75rem;border-bottom:2px solid var(--accent);font-size:1.5rem}
.note{margin-bottom:2rem;padding:.75rem 1rem;background:var(--tint)}
address{margin:3rem 0 1.5rem;font-style:normal;white-space:pre-line}
h1{margin:1.5rem 0;font-size:2.25rem}
h2{margin:2.25rem 0 .5rem;font-size:1.5rem}
h3{margin:1.5rem 0 .5rem;font-size:1.1875rem}
p,ul{margin-bottom:.75rem}
dl>div{display:grid;grid-template-columns:10rem minmax(0,1fr);gap:0 1.5rem;padding:.25rem 0}
dt{color:var(--muted)}
dd>bdi{display:block;white-space:pre-wrap}
a{color:var(--primary)}
footer{margin-top:2.5rem;padding-top:.75rem;border-top:1px solid var(--line);font-size:.9375rem}
.signature{margin:2.5rem 0 0;break-inside:avoid}
.signature strong{display:block;margin-top:3.5rem}
@media (max-width:40em){dl>div{display:block}}
@media print{
  @page{size:A4;margin:20mm;@bottom-right{content:counter(page) ' / ' counter(pages)}}
  body{max-width:none;padding:0;font-size:10.5pt}
  .note{display:none}
  h2,h3{break-after:avoid}
  p,dd{orphans:3;widows:3}
}`;

export const letterPolicy = [
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  `font-src 'self'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
].join('; ');

const title = 'What we hold about you';

/** The letter that tells a person what data we hold about them and why: a page to print or save. */
export function writeLetter(held: HeldData, company: Company, at: Date): string {
  const { email, enquiries, requests } = held;
  const { name, informationOfficer: officer } = company;
  const { firstName = '', lastName = '' } = enquiries[0] ?? {};
  const { contact, who } = requests.at(-1) ?? {};
  const addressee = `${firstName} ${lastName}`.trim() || (who ?? 'Sir or Madam');
  const under = email
    ? html`the email address <bdi>${email}</bdi>`
    : html`the reference ${enquiries[0]?.reference ?? ''}`;
  return html`<!doctype html>
    <html lang="en-ZA">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – ${name}</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        <main>
          <p class="note">
            Check this letter, then print it or save it as a PDF. Search your mailboxes too: they
            are not covered.
          </p>
          <p class="firm">${name}</p>
          <address>
            <bdi>${addressee}</bdi>${contact ? html`<br /><bdi>${contact}</bdi>` : ''}
          </address>
          <p>${longDay(at)}</p>
          <h1>${title}</h1>
          <p>Dear <bdi>${addressee}</bdi>,</p>
          <p>
            This answers your request to ${name}. It lists what we held on ${longDay(at)} at
            ${clockTime(at)} under ${under}.
          </p>
          <p>
            This answer is free of charge. You have a right to it under the Protection of Personal
            Information Act 4 of 2013 (POPIA), sections 23 to 25.
          </p>
          <h2>What we hold</h2>
          <p>${summaryOf(held)}</p>
          ${enquiries.map(enquiryRecord)} ${requests.map(requestRecord)}
          <h2>Why we hold it</h2>
          <p>${enquiryPrivacy.purpose}</p>
          <h2>Who has received it</h2>
          <p>${enquiryPrivacy.recipients}</p>
          <h2>How long we keep it</h2>
          <p>${enquiryPrivacy.retention(company)} The date is shown with each enquiry above.</p>
          <p>We keep a record of your requests for three years after answering them, as proof.</p>
          <h2>Your rights</h2>
          <p>Write to our Information Officer at ${mailLink(officer.email)} to ask us to:</p>
          <ul>
            <li>correct anything here that is wrong, incomplete, out of date or misleading;</li>
            <li>delete all or part of it;</li>
            <li>stop using it.</li>
          </ul>
          <h2>If you are not satisfied</h2>
          <p>
            You may complain to the Information Regulator at ${mailLink(regulator.complaints)}; its
            website is <a href="https://${regulator.website}">${regulator.website}</a>.
          </p>
          <p class="signature">
            Yours sincerely,<strong>${officer.name}</strong>Information Officer
          </p>
        </main>
        <footer>
          ${name}, ${company.addressLines.join(', ')}. Phone ${company.phone},
          ${mailLink(company.email)}
        </footer>
      </body>
    </html> `.text;
}

function mailLink(address: string): Html {
  return html`<a href="mailto:${address}">${address}</a>`;
}

function summaryOf({ enquiries: { length: number }, mentionedIn }: HeldData): string {
  const enquiries = number === 0 ? 'no enquiries' : countOf(number);
  const first = `We hold ${enquiries} from you, with any corrections made since.`;
  if (mentionedIn.length === 0) return first;
  const others = countOf(mentionedIn.length);
  return `${first} ${others} from other people mention your address; we deal with them separately.`;
}

type Fact = [label: string, text: string | null | undefined];

function record(heading: string, facts: Fact[]): Html {
  const shown = facts.flatMap(([label, value]) => (value?.trim() ? [[label, value] as const] : []));
  return html`<h3>${heading}</h3>
    <dl>
      ${shown.map(
        ([label, value]) =>
          html`<div>
            <dt>${label}</dt>
            <dd><bdi>${value}</bdi></dd>
          </div>`,
      )}
    </dl>`;
}

function enquiryRecord(enquiry: HeldEnquiry): Html {
  const { status, screening, handling = {}, storedAt, expiresAt, noticeVersion } = enquiry;
  const { notes = [], replies = [], tags = [], state = 'new', doneAt, answeredOn } = handling;
  const closed = doneAt ? ` on ${longDay(doneAt)}` : '';
  const isSpam = status === 'quarantined';
  return record(`Enquiry ${enquiry.reference}`, [
    ['Received', `${longDay(enquiry.createdAt)} at ${clockTime(enquiry.createdAt)}`],
    ...filledIn(enquiry).map(([name, value]): Fact => [contactField(name).label, value]),
    ['Phone or address', enquiry.reach],
    ['From whom it came', enquiry.source],
    ['Our replies', datedTexts(replies)],
    ['Our notes', datedTexts(notes)],
    ['Tags', tags.join(', ')],
    ['Answered on', answeredOn && longDay(answeredOn)],
    ['Status', storedAt ? `${stateLabels[state]}${closed}` : 'Waiting to be stored'],
    ['Marked as spam', isSpam ? ['yes', ...(screening?.reasons ?? [])].join('; ') : ''],
    ['Privacy notice', noticeVersion && `Version ${noticeVersion}`],
    ['Kept until', expiresAt && longDay(expiresAt)],
  ]);
}

function requestRecord(request: PersonRequest): Html {
  const { closedAt, result } = request;
  return record('Your request', [
    ['From', request.who],
    ['Contact details', request.contact],
    ['Request type', kindWords[request.kind]],
    ['Received', longDay(request.receivedAt)],
    closedAt && result
      ? ['Answered', `${longDay(closedAt)}, ${resultWords[result].toLowerCase()}`]
      : ['Due', longDay(request.dueAt)],
  ]);
}

function datedTexts(texts: readonly { at: Date; text: string }[]): string {
  return texts.map(({ at, text: written }) => `${longDay(at)}: ${written}`).join('\n');
}
