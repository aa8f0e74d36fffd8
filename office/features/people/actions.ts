import * as z from 'zod/mini';

import { contactFormSchema } from '../../../contract/contact-form.ts';
import { requestKinds, requestResults } from '../../../contract/person-requests.ts';
import { get, post } from '../../action.ts';
import {
  answerSchema,
  count,
  email,
  personDataSchema,
  id,
  line,
  moment,
  personRequestSchema,
  seen,
  personSearchSchema,
} from '../../office-views.ts';

/**
 * A data subject request as staff enter it. The server also requires an email address or other
 * contact details.
 */
const written = {
  who: line(1, 200),
  email: z.optional(email),
  contact: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))),
  kind: z.enum(requestKinds),
  receivedAt: moment,
};

export const peopleActions = {
  'person.find': post('person.read', personSearchSchema, personDataSchema, {
    audit: ['people', 'searched for a person'],
  }),
  /** Finds the people who match a name, so that the user can choose which address to search for. */
  'person.match': post(
    'person.read',
    z.object({ who: line(2, 200) }),
    z.object({
      people: z.array(
        z.object({
          name: z.string(),
          email: z.string(),
          organisation: z.string(),
          enquiries: count,
        }),
      ),
    }),
    { audit: ['people', 'searched for a person by name'] },
  ),
  'person.correct': post(
    'person.change',
    z.object({ ...seen.shape, correction: z.partial(contactFormSchema) }),
    z.object({
      reference: z.string(),
      changed: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    }),
    { audit: ['people', 'corrected'] },
  ),
  /** Erases all data found, except requests. `typed` has to equal the person's email address. */
  'person.erase': post(
    'person.erase',
    z.object({ search: personSearchSchema, typed: line(1, 254) }),
    z.object({
      submissions: count,
      jobs: count,
      keys: count,
      mails: count,
      /** Whether each store has rewritten its files. */
      compacted: z.object({ redis: z.boolean(), mongodb: z.boolean() }),
      mentionedIn: z.array(z.string()),
    }),
    { audit: ['people', 'erased'], recent: true },
  ),
  'person.export': post('person.read', z.object({ email }), undefined, {
    audit: ['people', 'exported all data about a person'],
    recent: true,
  }),
  'person.answer': post('person.read', z.object({ email }), answerSchema),
  'request.list': get('person.read', z.object({ requests: z.array(personRequestSchema) }), {
    audit: ['people', 'viewed the request register'],
  }),
  /** How many open requests are overdue, and how many are due within five days. */
  'request.due': get('person.read', z.object({ soon: count, overdue: count })),
  'request.add': post('person.change', z.object(written), personRequestSchema, {
    audit: ['people', 'added a request'],
  }),
  'request.change': post(
    'person.change',
    z.object({ ...seen.shape, ...written }),
    personRequestSchema,
    { audit: ['people', 'edited a request'] },
  ),
  'request.close': post(
    'person.change',
    z.object({ id, result: z.enum(requestResults) }),
    personRequestSchema,
    { audit: ['people', 'closed a request'] },
  ),
  'request.reopen': post('person.change', z.object({ id }), personRequestSchema, {
    audit: ['people', 'reopened a request'],
  }),
};
