import { styled } from 'styled-components';

import {
  contactField,
  contactFieldNames,
  type PartialContactForm,
} from '../../../contract/contact-fields.ts';
import { notificationKinds, notifications } from '../../../contract/notifications.ts';
import { clockTime, longDay } from '../../../contract/time.ts';
import { color, font, media, size, space } from '../../../design/tokens.ts';
import type { AnswerOf } from '../../office-api.ts';
import { counted, kindWords, resultWords } from './words.ts';
import { stateNames } from '../enquiries/state.ts';

type Answer = AnswerOf<'person.answer'>;
type Submission = Answer['submissions'][number];
type Opened = Answer['opened'][string];

/** A label and its value, which may have several lines. */
type Entry = [label: string, value: string];

/** An enquiry with more text than this may be broken across pages. */
const mostKeptTogether = 1_200;

/** A value with more text than this is aligned as its script is, not beside its label. */
const mostBesideLabel = 80;

/** All data of an enquiry, in words for its sender. */
export function EnquiryRecord({
  submission,
  opened,
}: {
  submission: Submission;
  opened: Opened | undefined;
}) {
  const { reference, createdAt, expiresAt, noticeVersion, status, screening } = submission;
  const form: PartialContactForm = submission;
  const { notes = [], state = 'new', doneAt } = submission.handling ?? {};
  return (
    <Record
      title={`Enquiry ${reference}`}
      entries={[
        ['Received', time(createdAt)],
        ...contactFieldNames.map((name): Entry => [contactField(name).label, form[name] ?? '']),
        ['Our notes', notes.map(({ at, text }) => `${longDay(at)}: ${text}`).join('\n')],
        [
          'State',
          state === 'done' && doneAt
            ? `${stateNames[state]} on ${longDay(doneAt)}`
            : stateNames[state],
        ],
        ['Marked as spam', status === 'quarantined' ? screening?.reasons.join('; ') || 'yes' : ''],
        ['Emails', notificationKinds.flatMap((kind) => emailWords(submission, kind)).join('\n')],
        ['Opened', opened ? openedWords(opened) : ''],
        ['Privacy notice', `Version ${noticeVersion}`],
        ['Kept until', longDay(expiresAt)],
      ]}
    />
  );
}

/** A request in the register. */
export function RequestRecord({ request }: { request: Answer['requests'][number] }) {
  const { who, kind, receivedAt, dueAt, closedAt, result } = request;
  return (
    <Record
      title="Your request"
      entries={[
        ['From', who],
        ['Request type', kindWords[kind]],
        ['Received', longDay(receivedAt)],
        closedAt && result
          ? ['Answered', `${longDay(closedAt)}, ${resultWords[result].toLowerCase()}`]
          : ['To be answered by', longDay(dueAt)],
      ]}
    />
  );
}

function Record({ title, entries }: { title: string; entries: Entry[] }) {
  const shown = entries.filter(([, value]) => value.trim() !== '');
  const length = shown.reduce((sum, [, value]) => sum + value.length, 0);
  return (
    <Section aria-label={title} data-short={length <= mostKeptTogether}>
      <h3>{title}</h3>
      <dl>
        {shown.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto" data-long={value.length > mostBesideLabel}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function emailWords(
  { notifications: states }: Submission,
  kind: (typeof notificationKinds)[number],
): string[] {
  const { status, sentAt } = states[kind] ?? {};
  const { toVisitor } = notifications[kind];
  if (status === 'sent' && sentAt) return [`${toVisitor}: sent on ${time(sentAt)}`];
  if (status === 'failed') return [`${toVisitor}: could not be delivered`];
  return [];
}

function openedWords({ times, people }: Opened): string {
  return times === 0
    ? 'Not opened on our pages'
    : `${counted(times, 'time')} by ${people} of our staff, as far as our records go back`;
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
    color: ${color.teal};
  }
  dl {
    display: grid;
    gap: 0.5rem;
  }
  div {
    display: grid;
    gap: 0 ${space.medium};
  }
  dt {
    font-size: ${size.small};
    color: ${color.muted};
  }
  dd {
    max-width: 38em;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;

    &[data-long='false'] {
      text-align: left;
    }
  }
  ${media.medium} {
    div {
      grid-template-columns: 8.5rem minmax(0, 1fr);
      align-items: baseline;
    }
  }
  ${media.print} {
    dl {
      display: block;
    }
    div {
      grid-template-columns: 30mm minmax(0, 1fr);
      margin-bottom: 1mm;
    }
    dd {
      orphans: 3;
      widows: 3;
    }
    &[data-short='true'],
    dt {
      break-inside: avoid;
    }
  }
`;
