import type { AuditAction } from '../storage/audit-record-model.ts';
import {
  searchSubmissions,
  type Position,
  type SubmissionFilter,
} from '../storage/search-submissions.ts';
import type { ContactSubmission } from '../storage/submission-model.ts';
import type { StaffContext } from './context.ts';

const pageSize = 1_000;

export interface AuditedReading {
  action: AuditAction;
  filter: SubmissionFilter;
  /** How many to read at the most. */
  limit?: number;
}

/** Reads submissions, newest first. Each page is in the audit trail before anybody sees it. */
export async function* readAudited(
  context: StaffContext,
  { action, filter, limit = Infinity }: AuditedReading,
): AsyncGenerator<ContactSubmission> {
  const database = await context.database();
  const conditions = Object.keys(filter);
  let after: Position | undefined;
  let read = 0;
  while (read < limit) {
    const wanted = Math.min(pageSize, limit - read);
    const page = await searchSubmissions(database, filter, {
      limit: wanted,
      ...(after ? { after } : {}),
    });
    await context.audit({ action, subject: { ids: page.map(({ _id }) => _id), conditions } });
    yield* page;
    read += page.length;
    after = page.at(-1);
    if (page.length < wanted) return;
  }
}
