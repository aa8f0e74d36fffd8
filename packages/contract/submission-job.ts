import * as z from 'zod/mini';

import { contactField, contactFieldNames } from './contact-fields.ts';
import type { ContactForm } from './contact-form.ts';
import { screeningSchema } from './screening.ts';

export const secondsInADay = 86_400;

/** How BullMQ retries and retains the jobs of one kind. Ages are in seconds, counts in jobs. */
interface JobPolicy {
  attempts: number;
  backoff: { type: typeof cappedExponential };
  removeOnComplete: { age: number; count: number };
  removeOnFail: { age: number } | { count: -1 };
}

/** Exponential backoff for every job, from one second up to five minutes. */
const cappedExponential = 'capped-exponential';

export interface JobDefinition<Schema extends z.ZodMiniType = z.ZodMiniType> {
  name: string;
  queue: string;
  schema: Schema;
  policy: JobPolicy;
}

export type JobPayload<Definition extends JobDefinition> = z.infer<Definition['schema']>;

export const standardPolicy = {
  backoff: { type: cappedExponential },
  // Completed jobs must not take up the memory that waiting jobs need.
  removeOnComplete: { age: secondsInADay, count: 2_000 },
  // The worker's sweep removes failed jobs: BullMQ would rely on the clock of a single process.
  removeOnFail: { count: -1 },
} as const;

/** A form that the API has accepted: an older one may have accepted what today's refuses. */
const acceptedForm = z.object(
  Object.fromEntries(
    contactFieldNames.map((name) => {
      const { max, optional, pattern = /^/ } = contactField(name);
      const text = z.string().check(z.maxLength(max), z.regex(pattern));
      return [name, optional ? z.optional(text) : text];
    }),
  ),
) as z.ZodMiniType as z.ZodMiniType<ContactForm>;

/** Stores an accepted enquiry in MongoDB. No other job carries a visitor's personal data. */
export const storeSubmissionJob = {
  name: 'store-submission',
  queue: 'submissions',
  schema: z.object({
    version: z.literal(1),
    id: z.uuid(),
    acceptedAt: z.iso.datetime(),
    noticeVersion: z.string(),
    form: acceptedForm,
    // Absent in jobs from versions without screening.
    screening: z.optional(screeningSchema),
    /** False if too many acknowledgements were sent for enquiries from the same network. */
    acknowledge: z.optional(z.literal(false)),
  }),
  // At least six days of retries, so that enquiries survive a MongoDB outage over a long weekend.
  policy: { ...standardPolicy, attempts: 3_000 },
} satisfies JobDefinition;
