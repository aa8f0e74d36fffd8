import type { ContactForm } from '../contract/contact-form.ts';
import { storeSubmissionJob, type Screening } from '../contract/jobs.ts';
import { PRIVACY_NOTICE_VERSION } from '../firm/content/en/privacy.ts';
import { batch } from '../platform/batch.ts';
import { withRedisTimeout } from '../platform/http/redis.ts';
import type { Queues } from '../platform/queues.ts';
import { readMemory, type RedisClient } from '../platform/redis.ts';
import type { SubmissionIdentity } from './read-enquiry.ts';

/** The queue that carries submissions to the worker. */
export type SubmissionQueue = ReturnType<typeof createSubmissionQueue>;

/** Milliseconds within which the same content counts as the same enquiry. */
const duplicateWindow = 600_000;

export function createSubmissionQueue(redis: RedisClient, queue: Queues['submissions']) {
  // Batching concurrent enquiries saves an eighth of the CPU time.
  const addBatched = batch((jobs: Parameters<typeof queue.addBulk>[0]) => queue.addBulk(jobs));
  // An enquiry that passes screening is never a duplicate of a quarantined one.
  const contentKeys = ({ contentHash }: SubmissionIdentity, isSpam: boolean) =>
    isSpam ? [contentHash, `${contentHash}-spam`] : [contentHash];
  const keysOf = (identity: SubmissionIdentity, isSpam = false) =>
    [identity.id, ...contentKeys(identity, isSpam).map((key) => `de:${key}`)].map((key) =>
      queue.toKey(key),
    );
  async function findAccepted(identity: SubmissionIdentity, isSpam: boolean) {
    const [own = '', ...sameContent] = keysOf(identity, isSpam);
    const found =
      (await redis.exists(own)) === 1 ? [identity.id] : await redis.mget(...sameContent);
    return found.find((each) => each !== null) ?? null;
  }
  return {
    /**
     * The Redis keys to check for duplicates. If one of them exists, the submission was accepted
     * before. Spam can be a duplicate of any submission. A submission that passes screening can be
     * a duplicate only of others that passed.
     */
    keysOf,
    /**
     * Finds out whether a submission was accepted before. Resolves to its own id, or to the id of
     * a recent submission with the same content, or to null if it is new.
     *
     * @throws if Redis does not answer.
     */
    find: (identity: SubmissionIdentity, isSpam = false) =>
      withRedisTimeout(findAccepted(identity, isSpam)),
    /**
     * Queues a submission for the worker. As soon as Redis has the submission, resolves to its id,
     * or to the id of an earlier submission if the same content was sent recently.
     *
     * @throws if Redis did not confirm the write. It may still have stored the job.
     */
    async add(
      identity: SubmissionIdentity,
      form: ContactForm,
      origin: { screening: Screening; acknowledge?: false; locale?: string },
      isSpam = false,
    ) {
      const { id } = identity;
      const contentKey = contentKeys(identity, isSpam).at(-1) ?? id;
      const data = {
        version: 1 as const,
        id,
        acceptedAt: new Date().toISOString(),
        noticeVersion: PRIVACY_NOTICE_VERSION,
        form,
        ...origin,
      };
      const opts = { jobId: id, deduplication: { id: contentKey, ttl: duplicateWindow } };
      const job = await withRedisTimeout(addBatched({ name: storeSubmissionJob.name, data, opts }));
      return job.id ?? id;
    },
    /** The number of submissions that wait to be stored, including those that wait for a retry. */
    countWaiting: () => queue.getJobCountByTypes('waiting', 'delayed'),
    /** Redis's memory use as a share of its limit, from 0 to 1; 0 without a limit. */
    async shareOfMemory() {
      const { used, max, limited } = await readMemory(redis);
      return limited ? used / max : 0;
    },
  };
}
