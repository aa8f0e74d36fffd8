import type { ContactForm } from '../contract/contact-form.ts';
import { storeSubmissionJob, type Screening } from '../contract/jobs.ts';
import { PRIVACY_NOTICE_VERSION } from '../contract/privacy-notice.ts';
import { gather } from '../platform/gather.ts';
import { withRedisTimeout } from '../platform/http/redis.ts';
import type { Queues } from '../platform/queues.ts';
import { confirmWrite, readMemory, type RedisClient } from '../platform/redis.ts';
import type { ApiConfig } from './config.ts';
import type { SubmissionIdentity } from './read-enquiry.ts';

/** The queue that carries submissions to the worker. */
export type SubmissionQueue = ReturnType<typeof createSubmissionQueue>;

/** Milliseconds within which the same content is the same enquiry, whoever sends it. */
const duplicateWindow = 600_000;

export function createSubmissionQueue(
  redis: RedisClient,
  queue: Queues['submissions'],
  { QUEUE_PREFIX: prefix, REDIS_WAIT_REPLICAS: replicas }: ApiConfig,
) {
  // Added one by one, as many as come at once take an eighth more of the processor.
  const addTogether = gather((jobs: Parameters<typeof queue.addBulk>[0]) => queue.addBulk(jobs));
  async function addSafely(job: Parameters<typeof addTogether>[0]) {
    const added = await addTogether(job);
    if (replicas > 0) await confirmWrite(redis, prefix, replicas);
    return added;
  }
  const keysOf = ({ id, contentHash }: SubmissionIdentity): [string, string] => [
    queue.toKey(id),
    queue.toKey(`de:${contentHash}`),
  ];
  async function findSafely(identity: SubmissionIdentity) {
    const [own, sameContent] = keysOf(identity);
    const id = (await redis.exists(own)) === 1 ? identity.id : await redis.get(sameContent);
    // Redis may have it from an attempt that was not acknowledged.
    if (id !== null && replicas > 0) await confirmWrite(redis, prefix, replicas);
    return id;
  }
  return {
    /** The keys in Redis of which there is one if a submission is known already. */
    keysOf,
    /**
     * The id under which a submission is known to Redis already: its own, or that of one with the
     * same content a short while ago. Null for a new one.
     *
     * @throws when Redis did not answer, or did not confirm that it has it.
     */
    find: (identity: SubmissionIdentity) => withRedisTimeout(findSafely(identity)),
    /**
     * Hands a submission to the worker. Resolves, once Redis has it, to the id under which it is
     * known: an earlier one when the same content was sent a short while ago.
     *
     * @throws when Redis did not confirm. It may have stored the job even so.
     */
    async add(
      { id, contentHash }: SubmissionIdentity,
      form: ContactForm,
      rest: { screening: Screening } | { canary: true },
    ) {
      const data = {
        version: 1 as const,
        id,
        acceptedAt: new Date().toISOString(),
        noticeVersion: PRIVACY_NOTICE_VERSION,
        form,
        ...rest,
      };
      const opts = { jobId: id, deduplication: { id: contentHash, ttl: duplicateWindow } };
      const job = await withRedisTimeout(addSafely({ name: storeSubmissionJob.name, data, opts }));
      return job.id ?? id;
    },
    /** How many submissions have not been stored yet. */
    countWaiting: () => queue.getJobCountByTypes('waiting', 'delayed'),
    /** How much of the memory that Redis may use it does use, from 0 to 1; 0 without a limit. */
    async shareOfMemory() {
      const { used, max, limited } = await readMemory(redis, prefix);
      return limited ? used / max : 0;
    },
  };
}
