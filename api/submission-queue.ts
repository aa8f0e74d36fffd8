import type { ContactForm } from '#contract/contact-form.ts';
import { storeSubmissionJob } from '#contract/submission-job.ts';
import type { Screening, Verdict } from '#contract/screening.ts';
import { PRIVACY_NOTICE_VERSION } from '#firm/firm.ts';
import { tryAgainLater, type Problem } from '#server/http.ts';
import { openQueue } from '#server/queues.ts';
import { reasonOf } from '#server/reasons.ts';
import type { Redis } from '#server/redis.ts';
import type { SubmissionIdentity } from './read-enquiry.ts';

/** Milliseconds within which the same content counts as the same enquiry. */
const duplicateWindow = 600_000;

export type SubmissionQueue = ReturnType<typeof createSubmissionQueue>;

/** Carries enquiries to the worker. Its methods throw a Problem 503 if Redis fails. */
export function createSubmissionQueue(redis: Redis, prefix: string) {
  const queue = openQueue(storeSubmissionJob, redis, prefix);
  // Spam has a separate key, so that it never swallows a clean copy.
  const contentKey = ({ contentHash }: SubmissionIdentity, verdict: Verdict) =>
    verdict === 'hidden' ? `${contentHash}-spam` : contentHash;

  return {
    /** The id of an enquiry that was accepted before: itself, or one with the same content. */
    async find(identity: SubmissionIdentity, verdict: Verdict): Promise<string | undefined> {
      const jobKey = queue.toKey(identity.id);
      const sameContent = queue.toKey(`de:${contentKey(identity, verdict)}`);
      try {
        // Almost every enquiry is new, and then one command is enough.
        if ((await redis.exists(jobKey, sameContent)) === 0) return undefined;
        const isQueued = (await redis.exists(jobKey)) === 1;
        return isQueued ? identity.id : ((await redis.get(sameContent)) ?? undefined);
      } catch (error) {
        return failUnavailable(error);
      }
    },
    /** Resolves when Redis has the enquiry, to its id or that of one with the same content. */
    async add(identity: SubmissionIdentity, form: ContactForm, screening: Screening) {
      const { id } = identity;
      const job = await queue
        .add(
          storeSubmissionJob.name,
          {
            version: 1,
            id,
            acceptedAt: new Date().toISOString(),
            noticeVersion: PRIVACY_NOTICE_VERSION,
            form,
            screening,
          },
          {
            jobId: id,
            deduplication: { id: contentKey(identity, screening.verdict), ttl: duplicateWindow },
          },
        )
        .catch(failUnavailable);
      return job.id ?? id;
    },
  };
}

function failUnavailable(error: unknown): never {
  throw unavailable(reasonOf(error) ?? 'not connected');
}

/** @param reason a word or two for the log. */
export function unavailable(reason: string): Problem {
  return tryAgainLater(503, 'We cannot accept messages at the moment.', 10, reason);
}
