import { styled } from 'styled-components';

import { contactField, filledIn } from '../../../contract/contact-fields.ts';
import { notificationKinds, notifications } from '../../../contract/notifications.ts';
import { clockTime, longDay } from '../../../contract/time.ts';
import { color, font, media, space } from '../../../design/tokens.ts';
import type { AnswerOf } from '../../office-api.ts';
import { stateLabels } from '../../enquiries/decisions.ts';
import { Facts, type Fact } from './Facts.tsx';
import { counted } from './counts.ts';
import { kindWords, resultWords } from './labels.ts';

type Answer = AnswerOf<'person.answer'>;
type Submission = Answer['submissions'][number];

/** A record with more characters than this can be split across printed pages. */
const maxUnbrokenLength = 1_200;

/** Lists all data about a person, in words addressed to that person. */
export function PersonRecords(answer: Answer) {
  const { opened, submissions, requests, jobs, mails, keys, mentionedIn } = answer;
  const enquiries = submissions.length;
  const rest = [
    jobs > 0 && `${counted(jobs, 'copy', 'copies')} of what you sent, waiting to be processed`,
    mails > 0 &&
      `${counted(mails, 'email')} to you or about you, on the server that sends our email`,
    keys > 0 &&
      `${counted(keys, 'record')} of how often your address was used or answered in the last day, to prevent abuse`,
    mentionedIn.length > 0 &&
      `your address in ${counted(mentionedIn.length, 'enquiry', 'enquiries')} from other people, which we deal with separately`,
  ].filter((words) => words !== false);
  if (enquiries + requests.length + rest.length === 0) {
    return <p>We hold nothing under this address.</p>;
  }
  return (
    <>
      <p>
        {enquiries === 0
          ? 'We hold no enquiries from you.'
          : `We hold ${counted(enquiries, 'enquiry', 'enquiries')} from you, with any corrections made since.`}
      </p>
      {rest.length > 0 && (
        <>
          <p>We also hold:</p>
          <ul>
            {rest.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </>
      )}
      {submissions.map((one) => (
        <EnquiryRecord key={one.id} submission={one} opened={opened[one.id]} />
      ))}
      {requests.map((request) => (
        <RequestRecord key={request.id} request={request} />
      ))}
    </>
  );
}

interface EnquiryRecordProps {
  submission: Submission;
  opened: Answer['opened'][string] | undefined;
}

function EnquiryRecord({ submission, opened }: EnquiryRecordProps) {
  const { reference, createdAt, expiresAt, noticeVersion, status, screening } = submission;
  const { handling = {} } = submission;
  const { notes = [], replies = [], tags = [], state = 'new', doneAt, answeredOn } = handling;
  const closed = state === 'done' && doneAt ? ` on ${longDay(doneAt)}` : '';
  return (
    <Record
      title={`Enquiry ${reference}`}
      facts={[
        ['Received', time(createdAt)],
        ...filledIn(submission).map(([name, text]): Fact => [contactField(name).label, text]),
        ['Our replies', datedTexts(replies)],
        ['Our notes', datedTexts(notes)],
        ['Tags', tags.join(', ')],
        ['Answered on', answeredOn ? longDay(answeredOn) : ''],
        ['Status', `${stateLabels[state]}${closed}`],
        ['Marked as spam', status === 'quarantined' ? 'yes' : ''],
        ['Signs of spam', status === 'quarantined' ? (screening?.reasons.join('; ') ?? '') : ''],
        ['Emails', emailWords(submission).join('\n')],
        ['Opened', opened ? openedWords(opened) : ''],
        ['Privacy notice', `Version ${noticeVersion}`],
        ['Kept until', longDay(expiresAt)],
      ]}
    />
  );
}

function RequestRecord({ request }: { request: Answer['requests'][number] }) {
  const { who, contact = '', kind, receivedAt, dueAt, closedAt, result } = request;
  return (
    <Record
      title="Your request"
      facts={[
        ['From', who],
        ['Contact details', contact],
        ['Request type', kindWords[kind]],
        ['Received', longDay(receivedAt)],
        closedAt && result
          ? ['Answered', `${longDay(closedAt)}, ${resultWords[result].toLowerCase()}`]
          : ['Due', longDay(dueAt)],
      ]}
    />
  );
}

function Record({ title, facts }: { title: string; facts: Fact[] }) {
  const shown = facts.filter(([, text]) => text.trim() !== '');
  const length = shown.reduce((sum, [, text]) => sum + text.length, 0);
  return (
    <Section aria-label={title} data-short={length <= maxUnbrokenLength}>
      <h3>{title}</h3>
      <Facts facts={shown} />
    </Section>
  );
}

function datedTexts(texts: readonly { at: string; text: string }[]): string {
  return texts.map(({ at, text }) => `${longDay(at)}: ${text}`).join('\n');
}

function emailWords({ notifications: emails }: Submission): string[] {
  return notificationKinds.flatMap((kind) => {
    const { status, sentAt } = emails[kind] ?? {};
    const { toVisitor } = notifications[kind];
    if (status === 'sent' && sentAt) return `${toVisitor}: sent on ${time(sentAt)}`;
    return status === 'failed' ? `${toVisitor}: could not be delivered` : [];
  });
}

function openedWords({ times, people }: Answer['opened'][string]): string {
  return times === 0
    ? 'No record of our staff opening it'
    : `${times === 1 ? 'Once' : counted(times, 'time')}, by ${people === 1 ? 'one member' : counted(people, 'member')} of our staff, as far back as our records go`;
}

function time(moment: string): string {
  return `${longDay(moment)} at ${clockTime(moment)}`;
}

const Section = styled.section`
  margin-top: ${space.medium};
  padding-top: ${space.base};
  border-top: 1px solid ${color.line};

  h3 {
    margin-bottom: ${space.tiny};
    font: 400 1.25rem/1.3 ${font.display};
    color: ${color.primary};
  }
  ${media.print} {
    &[data-short='true'] {
      break-inside: avoid;
    }
  }
`;
