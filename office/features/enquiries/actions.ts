import * as z from 'zod/mini';

import { notificationKinds } from '../../../contract/notifications.ts';
import { handlingSchema, submissionViewSchema } from '../../../contract/submission-view.ts';
import { get, post } from '../../action.ts';
import {
  changedSchema,
  count,
  eventSchema,
  id,
  ids,
  items,
  name,
  reason,
  refusalSchema,
  rowSchema,
  search,
} from '../../office-views.ts';
import { changes } from './changes.ts';
import { listNames } from './state.ts';

const tab = z.enum(listNames);

/** What staff do with enquiries. Search terms are sent in the body, never in the URL. */
export const enquiryActions = {
  'enquiry.list': post(
    'enquiry.read',
    z.object({
      tab,
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
      counts: z.record(tab, count),
      nextCursor: z.nullable(z.string()),
    }),
    { audit: ['reading', 'viewed in a list'] },
  ),
  'enquiry.open': post(
    'enquiry.read',
    /** `again`: the page reloads it because of a change. */
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
    { audit: ['reading', 'opened'], history: ({ by }) => `${by} opened it` },
  ),
  ...changes,
  /** Takes back the last change of each, unless it has changed since. A note stays. */
  'enquiry.undo': post('enquiry.change', z.object({ items }), changedSchema, {
    audit: ['handling', 'undid a change to'],
    history: ({ by }) => `${by} undid the change`,
  }),
  /** Deletes spam, for good. */
  'enquiry.delete': post(
    'enquiry.delete',
    z.object({ ids }),
    z.object({ deleted: z.array(id), refused: z.array(refusalSchema) }),
    { audit: ['handling', 'deleted as spam'] },
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
  /** All of a list in a file, as an attachment. The reason is in the audit trail. */
  'enquiry.export': post(
    'enquiry.export',
    z.object({ tab, search: z.optional(search), format: z.enum(['csv', 'xlsx']), reason }),
    undefined,
    { audit: ['people', 'exported'], history: ({ by }) => `${by} exported it` },
  ),
  /** Says every 20 seconds that somebody looks at an enquiry, and tells who else does. */
  'enquiry.viewing': post(
    'enquiry.read',
    z.object({ id, leaving: z.optional(z.boolean()) }),
    z.object({
      others: z.array(z.string()),
      /** False while that cannot be known. */
      known: z.boolean(),
    }),
  ),
  /** To whom an enquiry can be assigned. */
  'enquiry.colleagues': get(
    'enquiry.read',
    z.object({ you: z.string(), usernames: z.array(z.string()) }),
  ),
  /** A stream of the events in `eventSchemas`. It ends by itself; a browser connects again. */
  'enquiry.events': get('enquiry.read', undefined),
};
