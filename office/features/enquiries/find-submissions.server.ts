import {
  countSubmissions,
  readInBatches,
  searchSubmissions,
  type Position,
  type SubmissionFilter,
} from '../../../storage/search-submissions.ts';
import type { ContactSubmission } from '../../../storage/submission-model.ts';
import { record } from '../../server/run-action.ts';
import type { DatabaseContext } from '../../server/task.ts';

const batchSize = 1_000;

interface SubmissionSearch {
  filter: SubmissionFilter;
  limit: number;
}

/**
 * A page of submissions, newest first, with the cursor of the next page. Recorded in the audit
 * trail before it is returned.
 */
export async function findSubmissions(
  context: DatabaseContext,
  { filter, limit, after }: SubmissionSearch & { after?: Position | undefined },
): Promise<{ submissions: ContactSubmission[]; end: Position | undefined }> {
  // One more than requested shows whether there is a next page.
  const found = await searchSubmissions(await context.database(), filter, {
    limit: limit + 1,
    ...(after ? { after } : {}),
  });
  const submissions = found.slice(0, limit);
  await auditSeen(context, filter, submissions, 'enquiry.list');
  return { submissions, end: found.length > limit ? submissions.at(-1) : undefined };
}

interface SubmissionListing extends SubmissionSearch {
  /** The action for the audit trail. */
  action?: 'enquiry.list' | 'enquiry.export';
  /** The reason for the export. */
  reason?: string | undefined;
}

/**
 * The matching submissions, newest first, with the total. Each batch is recorded in the audit trail
 * before it is returned.
 */
export async function listSubmissions(
  context: DatabaseContext,
  search: SubmissionListing,
): Promise<{ total: number; rows: AsyncIterable<ContactSubmission> }> {
  const total = await countSubmissions(await context.database(), search.filter);
  return { total, rows: readRows(context, search) };
}

async function* readRows(
  context: DatabaseContext,
  { filter, limit, action = 'enquiry.list', reason }: SubmissionListing,
): AsyncGenerator<ContactSubmission> {
  const batches = readInBatches(await context.database(), filter, { limit, batchSize });
  for await (const batch of batches) {
    await auditSeen(context, filter, batch, action, reason);
    yield* batch;
  }
}

function auditSeen(
  context: DatabaseContext,
  filter: SubmissionFilter,
  seen: ContactSubmission[],
  action: 'enquiry.list' | 'enquiry.export',
  reason?: string,
): Promise<void> {
  return record(context, action, {
    ids: seen.map(({ _id }) => _id),
    conditions: Object.keys(filter),
    ...(reason ? { reason } : {}),
  });
}
