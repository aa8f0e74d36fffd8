import {
  countSubmissions,
  searchSubmissions,
  type Position,
  type SubmissionFilter,
} from '../../storage/search-submissions.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import { audit } from './audit.ts';
import type { DatabaseContext } from './context.ts';

const pageSize = 1_000;

interface SubmissionSearch {
  filter: SubmissionFilter;
  limit: number;
  /** Where the page before ended. */
  after?: Position | undefined;
  /** What the audit trail calls it. */
  action?: 'list-submissions' | 'export-submissions';
  /** Why it is exported. */
  reason?: string | undefined;
}

/**
 * Finds a page of submissions, newest first, and its end if there is a next one. It is in the audit
 * trail before anybody sees it.
 */
export async function findSubmissions(
  context: DatabaseContext,
  { filter, limit, after, action = 'list-submissions', reason }: SubmissionSearch,
): Promise<{ submissions: ContactSubmission[]; end: Position | undefined }> {
  // One more than asked for tells whether there is a next page.
  const found = await searchSubmissions(await context.database(), filter, {
    limit: limit + 1,
    ...(after ? { after } : {}),
  });
  const submissions = found.slice(0, limit);
  const ids = submissions.map(({ _id }) => _id);
  await audit(context, action, {
    ids,
    conditions: Object.keys(filter),
    ...(reason ? { reason } : {}),
  });
  return { submissions, end: found.length > limit ? submissions.at(-1) : undefined };
}

/** The submissions that a filter finds, newest first and a page at a time, of how many in all. */
export async function listSubmissions(
  context: DatabaseContext,
  search: Omit<SubmissionSearch, 'after'>,
): Promise<{ total: number; rows: AsyncIterable<ContactSubmission> }> {
  const total = await countSubmissions(await context.database(), search.filter);
  return { total, rows: findPages(context, search) };
}

async function* findPages(
  context: DatabaseContext,
  { limit, ...search }: Omit<SubmissionSearch, 'after'>,
): AsyncGenerator<ContactSubmission> {
  let left = limit;
  let after: Position | undefined;
  do {
    const wanted = Math.min(pageSize, left);
    const page = await findSubmissions(context, { ...search, limit: wanted, after });
    yield* page.submissions;
    left -= wanted;
    after = page.end;
  } while (after && left > 0);
}
