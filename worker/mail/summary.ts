import { readableTime } from '../../contract/time.ts';
import { button, letter, link, paragraph, smallPrint } from '../../design/letter/letter.ts';
import type { SummaryLine, SummaryReason } from '../../storage/deliveries.ts';
import type { WorkerConfig } from '../config.ts';
import type { MailMessage } from './mailer.ts';
import { oneLine } from './staff-notification.ts';

const maxLines = 200;

const occasions = {
  summary: {
    one: '1 more enquiry',
    many: 'more enquiries',
    opening: 'More enquiries arrived than are emailed one by one in an hour. They are at the desk:',
  },
  rescued: {
    one: '1 hidden enquiry is back',
    many: 'hidden enquiries are back',
    opening:
      'The last version hid these enquiries as spam by guesses, and nobody was emailed. They are now under New, marked as possible spam. Please read them:',
  },
};

/**
 * One email for staff about many enquiries, plain ones first: up to 200 lines with a link each, and
 * a count of the rest.
 */
export function summaryMail(
  lines: readonly SummaryLine[],
  occasion: SummaryReason,
  { mail, company, officeUrl }: Pick<WorkerConfig, 'mail' | 'company' | 'officeUrl'>,
): MailMessage {
  const { one, many, opening } = occasions[occasion];
  const subject = lines.length === 1 ? one : `${lines.length} ${many}`;
  const desk = `${officeUrl}/ops/enquiries`;
  const listed = lines.slice(0, maxLines).map((line) => ({
    href: `${desk}/${line.reference}`,
    text: describe(line),
  }));
  const rest = lines.length - listed.length;
  const more = rest > 0 ? [`And ${rest} more. See the list at the desk.`] : [];
  return {
    submissionId: `${occasion}-${lines[0]?._id ?? ''}`,
    kind: 'staff',
    from: mail.from,
    to: mail.staff,
    subject,
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: [
      opening,
      listed.map(({ text, href }) => `${text}\n${href}`).join('\n'),
      ...more,
      `${desk}\n`,
    ].join('\n\n'),
    html: letter(
      {
        title: subject,
        headline: subject,
        parts: [
          paragraph(opening),
          ...listed.map(({ text, href }) => paragraph(link(href, text))),
          button(desk, 'View enquiries'),
        ],
        below: more.map((text) => smallPrint(text)),
      },
      company,
    ),
  };
}

function describe({ reference, organisation, createdAt, marked }: SummaryLine): string {
  const mark = marked ? '[possible spam] ' : '';
  return `${mark}${reference}, ${readableTime(createdAt)}, ${oneLine(organisation, 60)}`;
}
