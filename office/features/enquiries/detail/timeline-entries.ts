import { contactFields, type ContactFieldName } from '../../../../contract/contact-fields.ts';
import { notifications } from '../../../../contract/notifications.ts';
import type { AnswerOf } from '../../../office-api.ts';
import type { TimelineEvent } from '../../../office-views.ts';

type Note = AnswerOf<'open'>['handling']['notes'][number];

/** A line of what has happened. */
export interface Entry {
  at: string;
  words: string;
  /** What was written down then. */
  note?: Note;
  isGrave?: boolean;
  /** How often the same was done one after another; its time is that of the last. */
  times: number;
}

/** Milliseconds in which being received and being stored are one event to people. */
const atOnce = 60_000;

/** Everything that has happened, with the notes in their places, oldest first. */
export function entriesOf(timeline: readonly TimelineEvent[], notes: readonly Note[]): Entry[] {
  const received = timeline.find(({ what }) => what === 'received');
  const events = timeline.filter((event) => {
    // Notes come with their words from the enquiry itself.
    if (event.what === 'noted') return event.done === false;
    return event.what !== 'stored' || passed(received?.at, event.at) > atOnce;
  });
  const entries = [
    ...events.map((event): Entry => ({
      at: event.at,
      words: wordsFor(event),
      times: 1,
      ...(event.done === false || event.what === 'mail-failed' ? { isGrave: true } : {}),
    })),
    ...notes.map((note): Entry => ({
      at: note.at,
      words: `${note.by} wrote a note`,
      note,
      times: 1,
    })),
  ];
  return collapse(entries.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)));
}

function passed(from: string | undefined, to: string): number {
  return Date.parse(to) - Date.parse(from ?? to);
}

function collapse(entries: readonly Entry[]): Entry[] {
  const collapsed: Entry[] = [];
  for (const entry of entries) {
    const last = collapsed.at(-1);
    if (last?.words === entry.words && !entry.note) {
      last.at = entry.at;
      last.times += entry.times;
    } else {
      collapsed.push(entry);
    }
  }
  return collapsed;
}

/** Says in a sentence what has happened. */
export function wordsFor(event: TimelineEvent): string {
  const { by = 'Somebody', done, kind = 'staff', detail = '' } = event;
  const what = sentences[event.what]({ by, mail: notifications[kind].phrase, detail });
  return done === false ? `${what}, which did not succeed` : what;
}

interface Told {
  by: string;
  mail: string;
  detail: string;
}

const sentences: Record<TimelineEvent['what'], (told: Told) => string> = {
  received: () => 'Received through the website',
  stored: () => 'Stored: it had waited in the queue',
  held: ({ detail }) => `Held as spam${detail && `: ${detail}`}`,
  mailed: ({ mail }) => `The ${mail} was sent`,
  'mail-failed': ({ mail, detail }) => `The ${mail} failed${detail && ` (${detail})`}`,
  'mail-pending': ({ mail }) => `The ${mail} is still leaving`,
  'mail-withheld': ({ mail, detail }) => `The ${mail} was not sent: ${detail}`,
  opened: ({ by }) => `${by} read it`,
  assigned: ({ by, detail }) => {
    const { state, owner } = readAfter(detail);
    if (state === 'new') return `${by} gave it back`;
    return owner === undefined || owner === by ? `${by} took it` : `${by} gave it to ${owner}`;
  },
  noted: ({ by }) => `${by} wrote a note`,
  finished: ({ by }) => `${by} finished it`,
  reopened: ({ by }) => `${by} reopened it`,
  undone: ({ by }) => `${by} undid that`,
  'marked-spam': ({ by }) => `${by} held it as spam`,
  released: ({ by }) => `${by} said that it is not spam`,
  resent: ({ by }) => `${by} had the failed mails sent again`,
  corrected: ({ by, detail }) => `${by} corrected ${fieldNames(detail)}`,
  exported: ({ by }) => `${by} saved it in a file`,
};

/** From `new → open naledi`, say, what it was afterwards. */
function readAfter(detail: string): { state?: string; owner?: string } {
  const [state, owner] = (detail.split(' → ')[1] ?? '').split(' ');
  return { ...(state ? { state } : {}), ...(owner ? { owner } : {}) };
}

function fieldNames(detail: string): string {
  const names = detail.split(', ').filter((name) => name in contactFields);
  return names.length === 0
    ? 'it'
    : names.map((name) => contactFields[name as ContactFieldName].label.toLowerCase()).join(', ');
}
