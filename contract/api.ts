import * as z from 'zod/mini';

export const contactPath = '/api/contact';
/** Gives out the token of `formSignalsHeader`. */
export const contactTokenPath = '/api/contact/token';
export const contactSubmissionsPath = '/api/contact-submissions';
export const openApiPath = '/api/openapi.json';
export const queueBoardPath = '/ops/queues';

/** One value for each filled-in form, so that a client may safely repeat a request. */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** The answer (202) to an enquiry that Redis has stored. */
export const contactAcceptedSchema = z.object({
  message: z.string(),
  reference: z.string(),
});

export type ContactAccepted = z.infer<typeof contactAcceptedSchema>;
