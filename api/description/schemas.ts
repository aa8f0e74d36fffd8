import * as z from 'zod/mini';

import { contactAcceptedSchema } from '../../contract/api.ts';
import { contactFieldNames, contactFormSchema } from '../../contract/contact-form.ts';
import { notificationKinds } from '../../contract/jobs.ts';
import { notificationStatuses, submissionStatuses } from '../../storage/submission-model.ts';

const moment = z.iso.datetime();

const problem = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.optional(z.partialRecord(z.enum(contactFieldNames), z.string())),
});

const notification = z.object({
  status: z.enum(notificationStatuses),
  updatedAt: moment,
  sentAt: z.optional(moment),
  reason: z.optional(z.string()),
});

const submission = z.object({
  id: z.uuid(),
  ...contactFormSchema.shape,
  reference: z.string(),
  status: z.enum(submissionStatuses),
  screening: z.optional(z.object({ score: z.number(), reasons: z.array(z.string()) })),
  noticeVersion: z.string(),
  createdAt: moment,
  storedAt: moment,
  expiresAt: moment,
  notifications: z.record(z.enum(notificationKinds), notification),
});

const submissionPage = z.object({
  submissions: z.array(submission),
  nextCursor: z.nullable(z.string()),
});

/** What the API takes and answers, by the names that its description uses. */
const schemas = {
  ContactForm: contactFormSchema,
  ContactAccepted: contactAcceptedSchema,
  Problem: problem,
  Submission: submission,
  SubmissionPage: submissionPage,
};

export type SchemaName = keyof typeof schemas;

/** The same as JSON Schema 2020-12, which is what OpenAPI 3.1 takes. */
export function jsonSchemas(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      // What a client sends may have further properties, which are dropped.
      const io = name === 'ContactForm' ? 'input' : 'output';
      return [name, { ...z.toJSONSchema(schema, { io }), $schema: undefined }];
    }),
  );
}
