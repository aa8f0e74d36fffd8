import * as z from 'zod/mini';

export const contactPath = '/api/contact';
export const contactSubmissionsPath = '/api/contact-submissions';

/** The page after a form without JavaScript was accepted. Its fragment is the reference. */
export const sentPath = '/sent/';
/** The page after such a form was refused. Its fragment is a field's name or a status. */
export const notSentPath = '/not-sent/';
export const notSentStatuses = [400, 403, 413, 415, 429, 500, 503] as const;

/** Carries a unique value for each completed form, so that a client can safely retry a request. */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** The 202 response, sent as soon as Redis has stored the enquiry. */
export const contactAcceptedSchema = z.object({
  message: z.string(),
  reference: z.string(),
});

export type ContactAccepted = z.infer<typeof contactAcceptedSchema>;
