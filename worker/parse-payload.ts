import { UnrecoverableError, type Job } from 'bullmq';
import * as z from 'zod/mini';

/**
 * The payload of a job as its schema has it.
 *
 * @throws UnrecoverableError that names the fields that do not fit, and nothing of what they say.
 */
export function parsePayload<Schema extends z.ZodMiniType>(
  schema: Schema,
  job: Pick<Job, 'data'>,
): z.infer<Schema> {
  const result = z.safeParse(schema, job.data);
  if (result.success) return result.data;
  const fields = result.error.issues.map(({ path }) => path.join('.') || 'payload');
  throw new UnrecoverableError(`These fields do not fit: ${[...new Set(fields)].join(', ')}.`);
}
