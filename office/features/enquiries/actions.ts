import * as z from 'zod/mini';

import { notificationKinds } from '../../../contract/notifications.ts';
import { handlingSchema, submissionViewSchema } from '../../../contract/submission-view.ts';
import { get, post } from '../../action.ts';
import {
  changedSchema,
  count,
  eventSchema,
  id,
  moment,
  ids,
  items,
  name,
  reason,
  refusalSchema,
  rowSchema,
  search,
  username,
} from '../../office-views.ts';
import { changes, tag } from './changes.ts';
import { listNames } from './state.ts';

const tab = z.enum(listNames);

const filter = {
  search: z.optional(search),
  owner: z.optional(z.nullable(username)),
  from: z.optional(z.iso.date()),
  /** The last day, which is included. */
  to: z.optional(z.iso.date()),
  tag: z.optional(tag),
  /** Only possible spam. */
  marked: z.optional(z.boolean()),
  /**
   * `due` selects unanswered enquiries. Closed ones are left out, except in the tab Closed.
   * `overdue` selects only those whose reply is late.
   */
  reply: z.optional(z.enum(['due', 'overdue'])),
};

/** The actions on enquiries. Search terms are sent in the body, never in the URL. */
export const enquiryActions = {
  'enquiry.list': post(
    'enquiry.read',
    z.object({
      tab,
      ...filter,
      oldestFirst: z.optional(z.boolean()),
      limit: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
      /** The `nextCursor` of the previous page. */
      cursor: z.optional(z.string().check(z.maxLength(200))),
    }),
    z.object({
      rows: z.array(rowSchema),
      /** The number of enquiries that match the tab and the filter, not only of those in `rows`. */
      total: count,
      /** The number of enquiries per tab, regardless of the filter. */
      counts: z.record(tab, count),
      nextCursor: z.nullable(z.string()),
    }),
    { audit: ['reading', 'listed'] },
  ),
  'enquiry.open': post(
    'enquiry.read',
    /** `again` marks an automatic refresh of a page that is already open. */
    z.object({ name, again: z.optional(z.boolean()) }),
    z.object({
      submission: submissionViewSchema,
      /** How staff have handled the enquiry; default values until the first change. */
      handling: handlingSchema,
      badges: rowSchema.shape.badges,
      replyDueOn: rowSchema.shape.replyDueOn,
      /** The history, oldest first. */
      timeline: z.array(eventSchema),
      /** The enquiries that staff linked to this one, newest first. */
      linked: z.array(rowSchema),
      /** Other enquiries from the same email address, or with the same name and organisation. */
      others: z.array(z.extend(rowSchema, { hasOtherAddress: z.boolean() })),
    }),
    { audit: ['reading', 'opened'], history: ({ by }) => `${by} opened it` },
  ),
  ...changes,
  /** Undoes the last change to each enquiry that still has the given version. Notes are kept. */
  'enquiry.undo': post('enquiry.change', z.object({ items }), changedSchema, {
    audit: ['handling', 'undid a change to'],
    history: ({ by }) => `${by} undid the change`,
  }),
  /** Deletes spam, which officers can restore for 14 days. */
  'enquiry.delete': post(
    'enquiry.delete',
    z.object({ ids }),
    z.object({ deleted: z.array(id), refused: z.array(refusalSchema) }),
    { audit: ['handling', 'deleted as spam'], recent: true },
  ),
  /**
   * Lists the enquiries deleted in the last 14 days, the latest first, and until when each can be
   * restored.
   */
  'enquiry.deleted': get(
    'enquiry.restore',
    z.object({ deleted: z.array(z.extend(rowSchema, { until: moment })) }),
  ),
  'enquiry.restore': post(
    'enquiry.restore',
    z.object({ ids }),
    z.object({ restored: z.array(id), refused: z.array(refusalSchema) }),
    {
      audit: ['handling', 'restored'],
      history: ({ by }) => `${by} restored it`,
    },
  ),
  'enquiry.resend': post(
    'email.resend',
    z.object({ ids, kinds: z.optional(z.array(z.enum(notificationKinds))) }),
    z.object({ resent: z.array(id), refused: z.array(refusalSchema) }),
    {
      audit: ['handling', 'resent emails about'],
      history: ({ by }) => `${by} resent the failed emails`,
    },
  ),
  /**
   * Exports all enquiries that match the tab and the filter as a file. The audit trail records the
   * reason.
   */
  'enquiry.export': post(
    'enquiry.export',
    z.object({ tab, ...filter, format: z.enum(['csv', 'xlsx']), reason }),
    undefined,
    { audit: ['people', 'exported'], history: ({ by }) => `${by} exported it`, recent: true },
  ),
  /** Reports that the user is viewing or leaving an enquiry, and returns the other viewers. */
  'enquiry.viewing': post(
    'enquiry.read',
    z.object({ id, leaving: z.optional(z.boolean()) }),
    z.object({
      others: z.array(z.string()),
      /** False while the viewers are unknown because Redis is down. */
      known: z.boolean(),
    }),
  ),
  'enquiry.tags': get('enquiry.read', z.object({ tags: z.array(z.string()) })),
  /** The accounts to which an enquiry can be assigned. */
  'enquiry.colleagues': get('enquiry.read', z.object({ usernames: z.array(z.string()) })),
  /**
   * A stream of the events in `eventSchemas`. It ends after a while, and the browser reconnects.
   */
  'enquiry.events': get('enquiry.read', undefined, { automatic: true }),
};
