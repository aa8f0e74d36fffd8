import {
  notificationKinds,
  notifications,
  type NotificationKind,
} from '#contract/notifications.ts';
import type { AuditRecord } from '#storage/audit-trail.ts';
import { upgradeAuthor } from '#storage/migrate.ts';
import type { StoredEnquiry } from '#storage/enquiries.ts';
import type { NotificationState } from '#storage/submission-model.ts';
import type { NameOf } from '../shell/use-names.ts';
import type { HistoryLine } from './api.ts';
import { deed } from './decisions.ts';
import { channelWords } from './lists.ts';

type Line = Omit<HistoryLine, 'at'> & { at: Date };

/** Received and stored are one line if they are at most this many milliseconds apart. */
const mergedWithin = 60_000;

interface Recorded {
  records: readonly AuditRecord[];
  /** How often and when last each person opened it. */
  openings: readonly { actor: string; times: number; at: Date }[];
}

/** The history of an enquiry from its own data and the audit trail, oldest first. */
export function historyOf(
  enquiry: StoredEnquiry,
  { records, openings }: Recorded,
  nameOf: NameOf,
): HistoryLine[] {
  const { createdAt, storedAt, status, screening, channel = 'form', handling } = enquiry;
  const isForm = channel === 'form';
  const isMarkedByStaff = records.some(({ action }) => action === 'enquiry.spam');
  const lines = [
    line(createdAt, `Received ${channelWords[channel]}`),
    ...(isForm && storedAt.getTime() - createdAt.getTime() > mergedWithin
      ? [line(storedAt, 'Stored after waiting in the queue')]
      : []),
    ...(status !== 'accepted' && !isMarkedByStaff && screening
      ? [line(storedAt, `Marked as spam: ${screening.reasons.join('; ')}`)]
      : []),
    ...handling.replies.flatMap(({ id, at, by, text, outcome }) => [
      line(at, 'replied', nameOf(by), { text }),
      ...(id === enquiry.notifications.reply?.replyId ? [] : emailLines('reply', outcome)),
    ]),
    ...(isForm ? notificationKinds : (['reply'] as const)).flatMap((kind) =>
      emailLines(kind, enquiry.notifications[kind]),
    ),
    ...handling.notes.map(({ at, by, text }) =>
      by === upgradeAuthor
        ? line(at, 'Linked enquiries', null, { text })
        : line(at, 'added a note', nameOf(by), { text }),
    ),
    ...records.flatMap((record) => recordLines(record, nameOf)),
    ...openings.map(({ actor, times, at }) => line(at, 'opened it', nameOf(actor), { times })),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
  return collapse(lines).map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() }));
}

function line(at: Date, words: string, by: string | null = null, more: Partial<Line> = {}): Line {
  return { at, by, words, isSevere: false, times: 1, ...more };
}

function emailLines(kind: NotificationKind, state: NotificationState | undefined): Line[] {
  if (!state) return [];
  const { status, sentAt, updatedAt, reason = '', earlier = [] } = state;
  const email = `The ${notifications[kind].phrase}`;
  const failed = (at: Date, why: string) =>
    line(at, `${email} failed${why && ` (${why})`}`, null, { isSevere: true });
  const lines = earlier.map(({ at, reason: why }) => failed(at, why));
  if (status === 'failed') return [...lines, failed(updatedAt, reason)];
  if (status === 'sent') return [...lines, line(sentAt ?? updatedAt, `${email} was sent`)];
  if (status === 'pending') return [...lines, line(updatedAt, `${email} has not been sent yet`)];
  // Withheld without a reason, or as spam: another line says that it is spam.
  if (!reason || reason === 'spam') return lines;
  return [...lines, line(updatedAt, `${email} was not sent: ${reason}`)];
}

/** The words of actions that change no decision, or whose old records lack the values. */
const actionWords: Record<string, string> = {
  'enquiry.add': 'added it',
  'enquiry.note': 'added a note',
  'enquiry.reply': 'replied',
  'enquiry.unsend': 'took the reply back',
  'enquiry.undo': 'undid the change',
  'enquiry.resend': 'resent the failed emails',
  'enquiry.export': 'exported it',
  'enquiry.delete': 'deleted it',
  'enquiry.restore': 'restored it',
  'enquiry.link': 'linked it to another enquiry',
  'enquiry.unlink': 'unlinked it from another enquiry',
  'enquiry.spam': 'marked it as spam',
  'enquiry.not-spam': 'marked it as not spam',
  'person.correct': 'corrected it',
  'block-list.add': 'blocked {details}',
  'block-list.remove': 'unblocked {details}',
};

/** Changes of decisions: today's action, and those of the last release. */
export const decisionActions = [
  'enquiry.update',
  'enquiry.assign',
  'enquiry.close',
  'enquiry.wait',
  'enquiry.resume',
  'enquiry.reopen',
  'enquiry.tag',
  'enquiry.answered',
  'enquiry.unanswered',
];

/** What opening an enquiry is recorded as: now, and by the last release. */
export const openingActions = ['enquiry.read', 'enquiry.open'];

export const historyActions = [...Object.keys(actionWords), ...decisionActions];

function recordLines({ at, actor, action, outcome, subject }: AuditRecord, nameOf: NameOf): Line[] {
  const isDone = outcome === undefined || outcome === 'done';
  const isText = action === 'enquiry.note' || action === 'enquiry.reply';
  const { before = {}, after = {}, conditions } = subject;
  // Nothing happened, and the colleague was told.
  if (outcome === 'refused') return [];
  // Notes and replies are in the enquiry itself, with their text.
  if (isDone && isText && after.state !== 'done') return [];
  const by = nameOf(actor);
  const isClosing = isText && isDone;
  const words =
    decisionActions.includes(action) || isClosing
      ? sentence(deed(before, after, (name) => (name === actor ? 'themselves' : nameOf(name))))
      : (actionWords[action] ?? action).replace('{details}', conditions.join(', '));
  const undone = conditions.includes('undo') ? ' (undo)' : '';
  const failed = isDone ? '' : ' (failed)';
  return [line(at, `${words}${undone}${failed}`, by, { isSevere: !isDone })];
}

/** 'assigned it to Naledi' from ['assigned', 'to Naledi']. */
function sentence([verb, detail]: [string, string]): string {
  return [verb, 'it', detail].filter(Boolean).join(' ');
}

function collapse(lines: readonly Line[]): Line[] {
  const collapsed: Line[] = [];
  for (const next of lines) {
    const last = collapsed.at(-1);
    const isSame = last?.words === next.words && last.by === next.by && next.text === undefined;
    if (last && isSame) {
      last.at = next.at;
      last.times += next.times;
    } else {
      collapsed.push({ ...next });
    }
  }
  return collapsed;
}
