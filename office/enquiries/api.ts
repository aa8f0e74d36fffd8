import * as z from 'zod';

import { submissionStatuses } from '#contract/submission-view.ts';
import { maxItems, maxTags, maxTagLength, maxTextLength, states } from './decisions.ts';
import { channels, listNames } from './lists.ts';
import type { Action } from '../action.ts';
import { count, id, line, moment, search } from '../office-views.ts';

const day = z.iso.date();
const version = count;
const username = z.string().min(3).max(64);
const optionalLine = (max: number) => z._default(line(0, max), '');
const text = z.string().trim().min(1, 'must not be empty').max(maxTextLength);
const withoutAddress = z.regex(/^[^@]*$/, 'must not contain an email address');
const tag = line(1, maxTagLength).check(withoutAddress);

/** What staff decide about an enquiry and `enquiry.update` changes. */
const decided = {
  /** Whether it is spam, and whether it is possible spam: never changed with anything else. */
  status: z.enum(submissionStatuses),
  marked: z.boolean(),
  state: z.enum(states),
  /** The username of the colleague it is assigned to. */
  owner: z.nullable(username),
  /** The day on which a waiting enquiry returns to the top of 'mine'. It stays set after that. */
  followUp: z.nullable(day),
  answeredOn: z.nullable(day),
  tags: z.array(tag).max(maxTags, `must be at most ${maxTags} tags`),
};
const patch = z.strictObject(decided).partial();

const item = { id, version };
const several = <Item extends z.ZodType>(schema: Item) => z.array(schema).min(1).max(maxItems);

const refused = z.array(
  z.object({
    id,
    why: z.string(),
    /** A colleague has changed or deleted it: fetch it again; pressing again is allowed. */
    isConflict: z.boolean(),
  }),
);

const badge = z.enum(['address-bounced', 'reply-failed', 'staff-mail-failed', 'mail-pending']);

const row = z.object({
  ...item,
  ...decided,
  reference: z.string(),
  channel: z.enum(channels),
  name: z.string(),
  organisation: z.string(),
  beginning: z.string(),
  createdAt: moment,
  /** The last day for a reply; null if the firm promises none, and for spam. */
  dueOn: z.nullable(day),
  notes: count,
  badges: z.array(badge),
  /** Why it is possible spam or spam; empty for others, and if a colleague marked it. */
  reasons: z.array(z.string()),
  /** When spam is deleted; null for others. */
  deletedAt: z.nullable(moment),
});

/** A whole enquiry. `email` is empty if the person gave none: then it cannot be replied to. */
const enquiry = z.object({
  ...row.omit({ beginning: true, notes: true }).shape,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** A phone number or a postal address, of an enquiry that a colleague added. */
  reach: z.string(),
  message: z.string(),
  /** From whom a colleague had it, if not from the person. */
  source: z.string(),
  /** The username of the colleague who added it; null for the form. */
  addedBy: z.nullable(z.string()),
  expiresAt: moment,
  noticeVersion: z.string(),
});

/** A line of the history: `{by} {words}`, or only `words` if nobody did it. Oldest first. */
const historyLine = z.object({
  at: moment,
  /** The display name. */
  by: z.nullable(z.string()),
  words: z.string(),
  text: z.optional(z.string()),
  isSevere: z.boolean(),
  /** The number of equal events in a row; `at` is the time of the last. */
  times: count,
});

const filter = {
  list: z.enum(listNames),
  search: z.optional(search),
  /** null: unassigned. */
  owner: z.optional(z.nullable(username)),
  /** Days in South Africa; both are included. */
  from: z.optional(day),
  to: z.optional(day),
  tag: z.optional(tag),
  /** `due`: not answered and not closed. `overdue`: those past `dueOn`. */
  reply: z.optional(z.enum(['due', 'overdue'])),
  /** Only possible spam. */
  marked: z.optional(z.boolean()),
};

const template = { id, name: line(1, 80), text };
const savedTemplate = z.object({ ...template, changedBy: z.string(), changedAt: moment });

const colleague = { username: z.string(), name: z.string() };

export const enquiriesApi = {
  'enquiry.list': {
    right: 'enquiry.read',
    input: z.strictObject({
      ...filter,
      oldestFirst: z.optional(z.boolean()),
      limit: z.int().min(1).max(100).default(50),
      cursor: z.optional(z.string().max(300)),
    }),
    output: z.object({
      rows: z.array(row),
      /** The number of enquiries that match, not only of those in `rows`. */
      total: count,
      /** The number in each list, whatever the filter. */
      counts: z.record(z.enum(listNames), count),
      nextCursor: z.nullable(z.string()),
    }),
    audit: 'listed',
  },
  /** `name` is an id, or a reference as people type it. */
  'enquiry.read': {
    right: 'enquiry.read',
    input: z.strictObject({ name: line(8, 200) }),
    output: z.object({
      enquiry,
      history: z.array(historyLine),
      /** Others from the same address, or with the same name and organisation; newest first. */
      others: z.array(row.extend({ hasOtherAddress: z.boolean() })),
    }),
    audit: 'opened',
  },
  /**
   * Changes those that still have their version. `status` moves them to Spam or out of it; then the
   * emails that were withheld as spam are sent.
   */
  'enquiry.update': {
    right: 'enquiry.change',
    input: z.strictObject({
      changes: several(z.strictObject({ ...item, patch })),
      /** Whether `patch` is the `before` of a change: then no new assignee is emailed. */
      isUndo: z.optional(z.boolean()),
    }),
    output: z.object({ done: z.array(z.object({ ...item, before: patch })), refused }),
    audit: 'changed',
  },
  /** Adds a note. It has no version and never conflicts. */
  'enquiry.note': {
    right: 'enquiry.change',
    input: z.strictObject({ id, text }),
    output: z.object(item),
    audit: 'added a note to',
  },
  /** Emails a reply in ten seconds. A conflict is a 409; a second press may send the new version. */
  'enquiry.reply': {
    right: 'enquiry.change',
    input: z.strictObject({ ...item, text, close: z.boolean() }),
    output: z.object({ ...item, replyId: id, before: patch }),
    audit: 'replied to',
  },
  /** Takes back a reply that has not been sent, and sends the old values back. */
  'enquiry.unsend': {
    right: 'enquiry.change',
    input: z.strictObject({ ...item, replyId: id, before: patch }),
    output: z.object(item),
    audit: 'took back a reply to',
  },
  'enquiry.resend': {
    right: 'email.resend',
    input: z.strictObject({ id }),
    output: z.object({}),
    audit: 'resent emails about',
  },
  'enquiry.add': {
    right: 'enquiry.change',
    input: z.strictObject({
      channel: z.enum(channels).exclude(['form']),
      firstName: optionalLine(100),
      lastName: line(1, 100),
      organisation: optionalLine(200),
      email: z.union([z.literal(''), z.string().trim().max(254)]).default(''),
      reach: optionalLine(300),
      message: text,
      receivedOn: day,
      source: optionalLine(200),
    }),
    output: z.object({ id, reference: z.string() }),
    audit: 'added',
  },
  /** Everything that matches, as a file. The audit trail keeps the reason. */
  'enquiry.export': {
    right: 'enquiry.export',
    input: z.strictObject({
      ...filter,
      format: z.enum(['csv', 'xlsx']),
      reason: line(5, 200).check(withoutAddress),
    }),
    output: undefined,
    audit: 'exported',
    isRecent: true,
  },
  'enquiry.tags': {
    right: 'enquiry.read',
    input: z.strictObject({}),
    output: z.object({ tags: z.array(z.string()) }),
  },
  'enquiry.colleagues': {
    right: 'enquiry.read',
    input: z.strictObject({}),
    output: z.object({ colleagues: z.array(z.object(colleague)) }),
  },
  'template.list': {
    right: 'enquiry.read',
    input: z.strictObject({}),
    output: z.object({ templates: z.array(savedTemplate) }),
  },
  /** Adds a template with a new id. With `seen`, replaces the one that was changed at that time. */
  'template.save': {
    right: 'template.change',
    input: z.strictObject({ ...template, seen: z.optional(moment) }),
    output: savedTemplate,
    audit: 'saved a reply template',
  },
  /** Answers the template as it was, so that saving it again undoes the removal. */
  'template.remove': {
    right: 'template.change',
    input: z.strictObject({ id }),
    output: z.object({ removed: z.nullable(z.object(template)) }),
    audit: 'removed a reply template',
  },
  /** Every 10 s while a page is visible, every minute while it is hidden. */
  pulse: {
    right: 'enquiry.read',
    input: z.strictObject({
      /** The enquiry on the page, if its reader is there. */
      viewing: z.optional(id),
      isReplying: z.optional(z.boolean()),
    }),
    output: z.object({
      /** Differs whenever an enquiry was added, changed or deleted: then fetch again. */
      token: z.string(),
      new: count,
      /** The reference of the newest one in New. */
      newest: z.nullable(z.string()),
      alsoHere: z.array(z.object({ ...colleague, isReplying: z.boolean() })),
    }),
    isAutomatic: true,
  },
} as const satisfies Record<string, Action>;

export type Row = z.output<typeof row>;
export type Enquiry = z.output<typeof enquiry>;
export type HistoryLine = z.output<typeof historyLine>;
export type Badge = z.output<typeof badge>;
export type Patch = z.output<typeof patch>;
export type Refused = z.output<typeof refused>[number];
export type EnquiryFilter = z.output<z.ZodObject<typeof filter>>;
