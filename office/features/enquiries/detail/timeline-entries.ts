import { notifications } from '../../../../contract/notifications.ts';
import type { AnswerOf } from '../../../office-api.ts';
import type { NameOf } from '../../../shell/use-names.ts';
import { historyOf } from '../../audit/audit-words.ts';
import type { TimelineEvent } from '../../../office-views.ts';

type Handling = AnswerOf<'enquiry.open'>['handling'];

export interface Entry {
  at: string;
  words: string;
  /** The text of a note or a reply. */
  text?: string;
  isGrave?: boolean;
  /** The number of consecutive identical events. `at` is the time of the last one. */
  times: number;
}

/**
 * Receiving and storing are shown as one event if they are at most this many milliseconds apart.
 */
const mergedWithin = 60_000;

/** The lines of the history, including notes and replies, oldest first. */
export function entriesOf(
  timeline: readonly TimelineEvent[],
  { notes, replies }: Pick<Handling, 'notes' | 'replies'>,
  nameOf?: NameOf,
): Entry[] {
  const received = timeline.find(({ what }) => what === 'received');
  const events = timeline.filter((event) => {
    // Notes and replies are taken from the enquiry itself, with their text.
    if (event.what === 'enquiry.note') return event.done === false;
    if (event.what === 'enquiry.reply') return event.done === false || event.to?.state === 'done';
    return event.what !== 'stored' || passed(received?.at, event.at) > mergedWithin;
  });
  const entries = [
    ...events.map((event): Entry => ({
      at: event.at,
      words: wordsFor(event, nameOf),
      times: 1,
      ...(event.isSevere ? { isGrave: true } : {}),
    })),
    ...written('enquiry.note', notes, nameOf),
    ...written('enquiry.reply', replies, nameOf),
  ];
  return collapse(entries.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)));
}

function written(what: string, texts: Handling['notes'], nameOf?: NameOf): Entry[] {
  return texts.map(({ at, by, text }) => {
    return { at, words: wordsFor({ at, what, by }, nameOf), text, times: 1 };
  });
}

function passed(from: string | undefined, to: string): number {
  return Date.parse(to) - Date.parse(from ?? to);
}

function collapse(entries: readonly Entry[]): Entry[] {
  const collapsed: Entry[] = [];
  for (const entry of entries) {
    const last = collapsed.at(-1);
    if (last?.words === entry.words && entry.text === undefined) {
      last.at = entry.at;
      last.times += entry.times;
    } else {
      collapsed.push(entry);
    }
  }
  return collapsed;
}

/** Describes an event. */
export function wordsFor(event: TimelineEvent, nameOf: NameOf = String): string {
  const { what, by, done, kind = 'staff', detail = '' } = event;
  const ofSystem = sentences[what];
  if (ofSystem) return ofSystem(notifications[kind].phrase, detail);
  const { from = {}, to = {}, conditions = [] } = event;
  const named = <State extends { owner?: string | null | undefined }>(state: State) =>
    state.owner ? { ...state, owner: nameOf(state.owner) } : state;
  const sentence = historyOf(what)({
    by: by === undefined ? 'Someone' : nameOf(by),
    from: named(from),
    to: named(to),
    conditions,
  });
  return done === false ? `${sentence} (failed)` : sentence;
}

/**
 * The sentences for events that the system causes. The sentences for what staff do are in the
 * definitions of the actions.
 */
const sentences: Partial<Record<string, (email: string, detail: string) => string>> = {
  received: () => 'Received through the website',
  stored: () => 'Stored after waiting in the queue',
  quarantined: (_email, detail) => `Marked as spam${detail && `: ${detail}`}`,
  mailed: (email) => `The ${email} was sent`,
  'mail-failed': (email, detail) => `The ${email} failed${detail && ` (${detail})`}`,
  'mail-pending': (email) => `The ${email} has not been sent yet`,
  'mail-withheld': (email, detail) => `The ${email} was not sent: ${detail}`,
};
