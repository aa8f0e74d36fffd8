import { localDay, momentOf, shortDay } from '#contract/time.ts';
import { addDays, type Day } from '#contract/working-days.ts';
import type { Row } from './api.ts';

export const maxItems = 200;
/** The lengths of a note, a reply or a template, and of a tag, in characters. */
export const maxTextLength = 5_000;
export const maxTagLength = 40;
export const maxTags = 20;
const longestWait = 366;

export const states = ['new', 'open', 'waiting', 'done'] as const;
export type State = (typeof states)[number];

export const stateLabels: Record<State, string> = {
  new: 'New',
  open: 'In progress',
  waiting: 'Waiting',
  done: 'Closed',
};

/** What staff decide about an enquiry, except whether it is spam. */
export const decisionNames = ['state', 'owner', 'followUp', 'answeredOn', 'tags'] as const;
export type Decisions = Pick<Row, (typeof decisionNames)[number]>;

export interface Decided extends Decisions, Pick<Row, 'status' | 'marked'> {
  createdAt: string | Date;
}

/**
 * The decisions after a change by `you`, or why it is not possible: new ⇔ nobody is assigned; a
 * closed enquiry can only be reopened, tagged and marked as answered or not; spam cannot change.
 */
export function settle(
  before: Decided,
  patch: Partial<Decisions>,
  you: string,
): Decisions | string {
  if (before.status === 'quarantined') return 'It is marked as spam.';
  const today = localDay(Date.now());
  const after = pick({ ...before, ...patch });
  const isReopened = before.state === 'done' && after.state !== 'done';
  const isMoved = after.owner !== before.owner || after.followUp !== before.followUp;
  if (before.state === 'done' && !isReopened && isMoved) {
    return 'It is closed: reopen it first.';
  }
  if (patch.owner === null && patch.state === undefined && after.state !== 'done') {
    after.state = 'new';
  }
  if (after.state === 'new' && patch.state !== 'new' && (after.owner ?? patch.answeredOn)) {
    after.state = 'open';
  }
  if (after.state === 'new') after.owner = null;
  else if (patch.state !== undefined || after.state !== before.state) after.owner ??= you;
  if (after.state !== before.state && patch.followUp === undefined) after.followUp = null;
  if (patch.state === 'waiting' && patch.followUp === undefined) after.followUp = null;
  return refusalOf(before, after, today) ?? after;
}

function refusalOf(before: Decided, after: Decisions, today: Day): string | undefined {
  const { state, followUp, answeredOn } = after;
  if (followUp !== null && followUp !== before.followUp) {
    if (state === 'waiting' && followUp <= today) return 'Choose a day after today.';
    if (state === 'waiting' && followUp > addDays(today, longestWait)) {
      return 'Choose a day within a year.';
    }
    if (state !== 'waiting' && followUp > today) return 'Only a waiting enquiry is followed up.';
  }
  if (answeredOn !== null && answeredOn !== before.answeredOn) {
    if (answeredOn > today) return 'Choose today or an earlier date.';
    if (answeredOn < localDay(before.createdAt)) {
      return 'It cannot have been answered before it was received.';
    }
  }
  if (after.tags.length > maxTags) return `An enquiry can have at most ${maxTags} tags.`;
  return undefined;
}

export function pick(enquiry: Decisions): Decisions {
  const { state, owner, followUp, answeredOn, tags } = enquiry;
  return { state, owner, followUp, answeredOn, tags };
}

type Recorded = Partial<Omit<Decided, 'createdAt'>>;

/** What a change did, such as `['assigned', 'to Naledi']`. Old records lack tags. */
export function deed(
  before: Recorded,
  after: Recorded,
  nameOf: (username: string) => string = String,
): [verb: string, detail: string] {
  const isNew = (name: keyof Recorded) =>
    after[name] !== undefined && after[name] !== before[name] && name in after;
  if (isNew('status') || isNew('marked')) {
    return ['marked', after.status === 'quarantined' ? 'as spam' : 'as not spam'];
  }
  if (isNew('state') && after.state === 'done') return ['closed', ''];
  if (isNew('state') && before.state === 'done') return ['reopened', ''];
  if (isNew('state') && after.state === 'waiting') return waiting(after.followUp);
  if (isNew('state') && after.state === 'new') return ['unassigned', ''];
  if (isNew('answeredOn')) {
    if (!after.answeredOn) return ['marked', 'as unanswered'];
    return ['marked', `as answered on ${shortDay(momentOf(after.answeredOn))}`];
  }
  if (isNew('state') && before.state === 'waiting') return ['resumed', ''];
  if (isNew('owner'))
    return after.owner ? ['assigned', `to ${nameOf(after.owner)}`] : ['unassigned', ''];
  if (isNew('followUp')) return after.followUp ? waiting(after.followUp) : ['followed up', ''];
  return ['updated', 'with new tags'];
}

function waiting(followUp: Day | null | undefined): [string, string] {
  const until = followUp ? ` until ${shortDay(momentOf(followUp))}` : '';
  return ['moved', `to Waiting${until}`];
}
