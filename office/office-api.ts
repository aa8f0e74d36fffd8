import * as z from 'zod/mini';

import { contactFormSchema } from '../contract/contact-form.ts';
import { notificationKinds } from '../contract/notifications.ts';
import { requestKinds, requestResults } from '../contract/person-requests.ts';
import { handlingSchema, submissionViewSchema } from '../contract/submission-view.ts';
import { accountApi } from './features/accounts/actions.ts';
import { auditApi } from './features/audit/actions.ts';
import {
  changeSchema,
  changedSchema,
  count,
  email,
  eventSchema,
  heldSchema,
  id,
  ids,
  items,
  line,
  moment,
  name,
  personRequestSchema,
  putBack,
  reason,
  refusalSchema,
  rowSchema,
  search,
  seen,
  soughtSchema,
  tabs,
} from './office-views.ts';
import { get, post, type Operation } from './operation.ts';
import { statusApi } from './features/status/actions.ts';

/**
 * What the pages of the office and its server say to each other. Free of the server's code.
 * Refusals are problem details (RFC 9457) whose `detail` is a sentence for the reader.
 */

/** Every operation of the office's own API. What is looked for stands in a body, never in an address. */
export const officeApi = {
  ...accountApi,
  list: post(
    'enquiries/list',
    'enquiry.read',
    z.object({
      tab: z.enum(tabs),
      search: z.optional(search),
      limit: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
      /** The `nextCursor` of the answer before. */
      cursor: z.optional(z.string().check(z.maxLength(200))),
    }),
    z.object({
      rows: z.array(rowSchema),
      /** Of the tab, and of the search if there is one: '50 of 312'. */
      total: count,
      /** How many enquiries each tab has, whatever is searched for. */
      counts: z.record(z.enum(tabs), count),
      nextCursor: z.nullable(z.string()),
    }),
  ),
  open: post(
    'enquiries/open',
    'enquiry.read',
    /** `again`: the page does so by itself, because of a change. */
    z.object({ name, again: z.optional(z.boolean()) }),
    z.object({
      submission: submissionViewSchema,
      /** Also where nobody has done anything yet. */
      handling: handlingSchema,
      badges: rowSchema.shape.badges,
      /** Oldest first. */
      timeline: z.array(eventSchema),
      /** Other enquiries of the same address, newest first. */
      others: z.array(rowSchema),
    }),
  ),
  change: post(
    'enquiries/change',
    'enquiry.change',
    z.object({ items, change: changeSchema }),
    changedSchema,
  ),
  /** Puts back what a change has changed, by the version that it gave. A note stays. */
  undo: post('enquiries/undo', 'enquiry.change', z.object({ items: putBack }), changedSchema),
  /** Holds enquiries as spam. */
  spam: post('enquiries/spam', 'enquiry.change', z.object({ items }), changedSchema),
  /** Not spam: kept like any other, and the mails that have not left are sent. */
  release: post('enquiries/release', 'enquiry.change', z.object({ ids }), changedSchema),
  /** Puts back all that `spam` or `release` has changed, by the version that it gave, but mails that left. */
  undoSpam: post('enquiries/undo-spam', 'enquiry.change', z.object({ items }), changedSchema),
  /** Deletes what is held as spam, for good. */
  deleteSpam: post(
    'enquiries/delete-spam',
    'enquiry.delete',
    z.object({ ids }),
    z.object({ deleted: z.array(id), refused: z.array(refusalSchema) }),
  ),
  /** Sends mails again that have failed. */
  resend: post(
    'enquiries/resend',
    'email.resend',
    z.object({ ids, kinds: z.optional(z.array(z.enum(notificationKinds))) }),
    z.object({ resent: z.array(id), refused: z.array(refusalSchema) }),
  ),
  /** All of a list in a file, as an attachment. The reason is in the audit trail. */
  export: post(
    'enquiries/export',
    'enquiry.export',
    z.object({
      tab: z.enum(tabs),
      search: z.optional(search),
      format: z.enum(['csv', 'xlsx']),
      reason,
    }),
    undefined,
  ),
  /** Says every 20 seconds that somebody looks at an enquiry, and tells who else does. */
  reading: post(
    'enquiries/reading',
    'enquiry.read',
    z.object({ id, leaving: z.optional(z.boolean()) }),
    z.object({
      others: z.array(z.string()),
      /** False while that cannot be known. */
      known: z.boolean(),
    }),
  ),
  /** To whom an enquiry can be given. */
  colleagues: get(
    'colleagues',
    'enquiry.read',
    z.object({ you: z.string(), usernames: z.array(z.string()) }),
  ),
  /** All that is held about a person. */
  findPerson: post('people/find', 'person.read', soughtSchema, heldSchema),
  correct: post(
    'people/correct',
    'person.change',
    z.object({ ...seen.shape, correction: z.partial(contactFormSchema) }),
    z.object({
      reference: z.string(),
      changed: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  /** Erases all of it; `typed` has to be the address. */
  erasePerson: post(
    'people/erase',
    'person.erase',
    z.object({ sought: soughtSchema, typed: line(1, 254) }),
    z.object({
      submissions: count,
      jobs: count,
      keys: count,
      mails: count,
      /** Whether each store has written its files anew, so that nothing is left on its disk. */
      compacted: z.object({ redis: z.boolean(), mongodb: z.boolean() }),
      mentionedIn: z.array(z.string()),
    }),
  ),
  /** All of it as a JSON file, as an attachment. */
  exportPerson: post('people/export', 'person.read', z.object({ email }), undefined),
  /** What is held, why, for whom and for how long, as a PDF for the person. */
  answerPerson: post('people/answer', 'person.read', z.object({ email }), undefined),
  listRequests: get(
    'people/requests',
    'person.read',
    z.object({ requests: z.array(personRequestSchema) }),
  ),
  addRequest: post(
    'people/requests/add',
    'person.change',
    z.object({ who: line(1, 200), email, kind: z.enum(requestKinds), receivedAt: moment }),
    personRequestSchema,
  ),
  closeRequest: post(
    'people/requests/close',
    'person.change',
    z.object({ id, result: z.enum(requestResults) }),
    personRequestSchema,
  ),
  ...auditApi,
  /** Counts only, of the last 12 weeks. Days and weeks are those of South Africa. */
  overview: get(
    'overview',
    'status.read',
    z.object({
      days: z.array(z.object({ day: z.iso.date(), received: count, held: count })),
      /** By the Monday that they begin with. */
      weeks: z.array(z.object({ day: z.iso.date(), received: count, held: count })),
      /** Milliseconds from an enquiry to its being done; null while none was. */
      medianTimeToDone: z.nullable(count),
      oldestUnanswered: z.nullable(moment),
      unanswered: count,
      /** From 0 to 1; null without any enquiry. */
      spamShare: z.nullable(count),
    }),
  ),
  ...statusApi,
  /** A stream of the events in `eventSchemas`. It ends by itself; a browser connects again. */
  events: get('events', 'enquiry.read', undefined),
} satisfies Record<string, Operation<z.ZodMiniType, z.ZodMiniType>>;

export type OperationName = keyof typeof officeApi;
export type RequestOf<Name extends OperationName> = z.output<(typeof officeApi)[Name]['request']>;
/** Of an operation that is answered with JSON. */
export type AnswerOf<Name extends OperationName> = z.infer<
  NonNullable<(typeof officeApi)[Name]['answer']>
>;

/** The data of each kind of server-sent event. */
export const eventSchemas = {
  /** Whether changes are announced: first of all, and when Redis goes away or comes back. */
  live: z.object({ live: z.boolean() }),
  /** Submissions are new or have changed; too many to name, if there are no ids. */
  changed: z.object({ ids: z.array(z.string()) }),
  /** Somebody has begun or ceased to look at an enquiry. */
  reading: z.object({ id, readers: z.array(z.string()) }),
} as const;

export type OfficeEvent = {
  [Kind in keyof typeof eventSchemas]: { kind: Kind } & z.infer<(typeof eventSchemas)[Kind]>;
}[keyof typeof eventSchemas];
