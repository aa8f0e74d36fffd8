import * as z from 'zod/mini';

export const contactPath = '/api/contact';
/** Issues the token that `formSignalsHeader` carries. */
export const contactTokenPath = '/api/contact/token';
export const contactSubmissionsPath = '/api/contact-submissions';
export const queueBoardPath = '/ops/queues';

/** Carries a unique value for each completed form, so that a client can safely retry a request. */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** The 202 response, sent as soon as Redis has stored the enquiry. */
export const contactAcceptedSchema = z.object({
  message: z.string(),
  reference: z.string(),
});

export type ContactAccepted = z.infer<typeof contactAcceptedSchema>;
