import * as z from 'zod/mini';

import { linkedActions } from '../../../contract/notifications.ts';
import { localDay, momentOf, shortDay } from '../../../contract/time.ts';
import { readReference } from '../../../contract/read-reference.ts';
import { addDays } from '../../../contract/working-days.ts';
import { username } from '../../office-views.ts';
import { defineChange } from './define-change.ts';

/** The maximum length of a note or a reply, in characters. */
export const maxTextLength = 5_000;

/** The maximum number of days until a follow-up. */
const longestWait = 366;

const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(maxTextLength));
export const maxTagLength = 40;
const maxTags = 20;
const maxLinked = 20;

export const tag = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(maxTagLength),
  // Tags are shown in lists and exports, which could disclose an email address in a tag.
  z.regex(/^[^\p{Cc}@]*$/u, 'must be a single line without an email address'),
);
const tagList = z.array(tag).check(z.maxLength(maxTags));
const typedReference = z.string().check(z.minLength(8), z.maxLength(40));

const isSpam = 'It is marked as spam.';
const isClosed = 'It is closed: reopen it first.';

/**
 * Every change that staff can make to the state of an enquiry. Routes, audit trail, history,
 * buttons, keys, messages, undo and commands are derived from this table.
 */
export const changes = {
  'enquiry.assign': defineChange({
    input: { owner: z.nullable(username) },
    change({ status, state }, { owner }) {
      if (status === 'quarantined') return isSpam;
      if (state === 'done') return isClosed;
      if (owner === null) return { state: 'new', owner, followUp: null };
      return { state: state === 'waiting' ? state : 'open', owner };
    },
    audit: 'assigned',
    done: (what, { owner }, nameOf) =>
      owner === null ? `${what} unassigned.` : `${what} assigned to ${nameOf(owner)}.`,
    history({ by, to: { owner } }) {
      if (owner === null) return `${by} unassigned it`;
      return `${by} assigned it to ${owner === by ? 'themselves' : (owner ?? 'nobody')}`;
    },
    offers: (you) => [
      { label: linkedActions.assign, link: 'assign', key: 'a', with: { owner: you } },
    ],
  }),
  'enquiry.close': defineChange({
    change({ status, state, owner }, _input, you) {
      if (status === 'quarantined') return isSpam;
      if (state === 'done') return 'It is already closed.';
      return { state: 'done', owner: owner ?? you, followUp: null };
    },
    audit: 'closed',
    done: (what) => `${what} closed.`,
    history: ({ by }) => `${by} closed it`,
    offers: () => [
      {
        label: linkedActions.close,
        plural: 'Close enquiries',
        link: 'close',
        key: 'e',
        with: {},
      },
    ],
  }),
  /**
   * Marks an enquiry as waiting for the visitor, optionally until the day when the assignee follows
   * up.
   */
  'enquiry.wait': defineChange({
    input: { followUp: z.nullable(z.iso.date()) },
    change({ status, state, owner }, { followUp }, you) {
      if (status === 'quarantined') return isSpam;
      if (state === 'done') return isClosed;
      const today = localDay(Date.now());
      if (followUp !== null && followUp <= today) return 'Choose a day after today.';
      if (followUp !== null && followUp > addDays(today, longestWait))
        return 'Choose a day within a year.';
      return { state: 'waiting', owner: owner ?? you, followUp };
    },
    audit: 'marked as waiting',
    done: (what, { followUp }) =>
      followUp === null
        ? `${what} moved to Waiting.`
        : `${what} moved to Waiting until ${shortDay(momentOf(followUp))}.`,
    history({ by, to: { followUp } }) {
      const until = followUp ? ` until ${shortDay(momentOf(followUp))}` : '';
      return `${by} marked it as waiting${until}`;
    },
    offers: () => [
      {
        label: 'Wait for reply',
        key: 'w',
        asks: {
          title: 'Wait for their reply?',
          words:
            'Enquiries in Waiting return to the top of the assignee’s list on the day you choose. Unassigned ones are assigned to you.',
          action: 'Move to Waiting',
          day: {
            input: 'followUp',
            label: 'Follow up on (optional)',
            hint: 'Without a day, they wait until you resume or close them.',
          },
        },
        with: { followUp: null },
      },
    ],
  }),
  'enquiry.resume': defineChange({
    change: ({ status, state }) =>
      status !== 'quarantined' && state === 'waiting'
        ? { state: 'open', followUp: null }
        : 'It is not waiting.',
    audit: 'resumed',
    done: (what) => `${what} is in progress again.`,
    history: ({ by }) => `${by} resumed it`,
    offers: () => [{ label: 'Resume', with: {} }],
  }),
  'enquiry.reopen': defineChange({
    change: ({ state, owner }, _input, you) =>
      state === 'done' ? { state: 'open', owner: owner ?? you } : 'It is not closed.',
    audit: 'reopened',
    done: (what) => `${what} reopened.`,
    history: ({ by }) => `${by} reopened it`,
    offers: () => [{ label: 'Reopen', with: {} }],
  }),
  'enquiry.tag': defineChange({
    input: { add: tagList, remove: tagList },
    change({ tags }, { add, remove }) {
      const all = [...new Set([...tags.filter((each) => !remove.includes(each)), ...add])];
      return all.length > maxTags ? `An enquiry can have at most ${maxTags} tags.` : { tags: all };
    },
    audit: 'changed the tags of',
    done: (what) => `Tags of ${what} changed.`,
    history: ({ by }) => `${by} changed the tags`,
  }),
  'enquiry.link': defineChange({
    input: { reference: typedReference },
    change({ linked }, { reference }) {
      const other = readReference(reference);
      if (other === undefined) return 'That is not a reference such as 7F3K-92QD.';
      const all = [...new Set([...linked, other])];
      return all.length > maxLinked
        ? `An enquiry can be linked to at most ${maxLinked} enquiries.`
        : { linked: all };
    },
    audit: 'linked',
    done: (what, { reference }) => `${what} linked to ${reference}.`,
    history: ({ by }) => `${by} linked it to another enquiry`,
  }),
  /**
   * Removes links that this enquiry stores. Either of two linked enquiries, or both, can store the
   * link: pages send the references of both, and change each enquiry that stores the link.
   */
  'enquiry.unlink': defineChange({
    input: { references: z.array(typedReference).check(z.maxLength(maxLinked)) },
    change({ linked }, { references }) {
      const unlinked = references.map((each) => readReference(each));
      const kept = linked.filter((each) => !unlinked.includes(each));
      return kept.length === linked.length
        ? 'This enquiry has no such link. Remove it from the other enquiry.'
        : { linked: kept };
    },
    audit: 'unlinked',
    done: (what) => `${what} unlinked.`,
    history: ({ by }) => `${by} unlinked it from another enquiry`,
  }),
  'enquiry.note': defineChange({
    input: { text: words },
    change: (_before, { text }) => ({ note: text }),
    audit: 'added a note to',
    done: (what) => `Note added to ${what}.`,
    history: ({ by }) => `${by} added a note`,
  }),
  'enquiry.reply': defineChange({
    input: { text: words, close: z.boolean() },
    change({ status, state, owner, answeredOn }, { text, close }, you) {
      if (status === 'quarantined') return isSpam;
      const next = close ? 'done' : state === 'new' ? 'open' : state;
      return {
        reply: text,
        ...(next !== state && { state: next }),
        ...(close && { followUp: null }),
        answeredOn: answeredOn ?? localDay(Date.now()),
        owner: owner ?? you,
      };
    },
    audit: 'replied to',
    done: (what, { close }) =>
      close ? `Sending reply to ${what}. Enquiry closed.` : `Sending reply to ${what}.`,
    // The history also shows the reply itself, so the line of a reply that closes the enquiry
    // mentions only the closing.
    history: ({ by, to }) => (to.state === 'done' ? `${by} closed it` : `${by} replied`),
  }),
  /** Records an answer by phone, in person or from the user's own email program. */
  'enquiry.answered': defineChange({
    input: { on: z.nullable(z.iso.date()) },
    change({ status, state, owner, answeredOn }, { on }, you) {
      if (status === 'quarantined') return isSpam;
      if (answeredOn !== null) return 'It is already answered.';
      const today = localDay(Date.now());
      if (on !== null && on > today) return 'Choose today or an earlier date.';
      return {
        answeredOn: on ?? today,
        // Only a new enquiry changes state. Setting the state of a closed one would change when and
        // by whom it was closed.
        ...(state === 'new' && { state: 'open' }),
        owner: owner ?? you,
      };
    },
    audit: 'marked as answered',
    done: (what) => `${what} marked as answered.`,
    history: ({ by, to: { answeredOn } }) =>
      `${by} marked it as answered${answeredOn ? ` on ${shortDay(momentOf(answeredOn))}` : ''}`,
    offers: () => [
      {
        label: 'Mark as answered',
        asks: {
          title: 'Mark as answered?',
          words:
            'For an answer by phone, in person or from your own email program. No email is sent. You can record what was said in an internal note.',
          day: { input: 'on', label: 'Answered on', hint: 'Leave empty for today.' },
        },
        with: { on: null },
      },
    ],
  }),
  /** Removes a wrong record of an answer, for example to record the right day. */
  'enquiry.unanswered': defineChange({
    change({ status, answeredOn }) {
      if (status === 'quarantined') return isSpam;
      return answeredOn === null ? 'It is not marked as answered.' : { answeredOn: null };
    },
    audit: 'marked as unanswered',
    done: (what) => `${what} marked as unanswered.`,
    history: ({ by }) => `${by} marked it as unanswered`,
    offers: () => [{ label: 'Mark as unanswered', with: {} }],
  }),
  'enquiry.spam': defineChange({
    change: ({ status }) => (status === 'quarantined' ? isSpam : { status: 'quarantined' }),
    audit: 'marked as spam',
    done: (what) => `${what} marked as spam.`,
    history: ({ by }) => `${by} marked it as spam`,
    offers: () => [{ label: 'Mark as spam', key: '!', with: {} }],
  }),
  'enquiry.not-spam': defineChange({
    change: ({ status, marked }) =>
      status === 'quarantined' || marked
        ? { status: 'released', marked: false }
        : 'It is not marked as spam.',
    audit: 'marked as not spam',
    done: (what) => `${what} marked as not spam.`,
    history: ({ by }) => `${by} marked it as not spam`,
    offers: () => [
      {
        label: 'Not spam',
        asks: {
          title: 'Mark as not spam?',
          words:
            'Enquiries in Spam move back to the other lists. Any email that was not sent because it looked like spam is sent now, such as the acknowledgement.',
        },
        with: {},
      },
    ],
  }),
};

export type ChangeName = keyof typeof changes;

export const changeNames = Object.keys(changes) as ChangeName[];
