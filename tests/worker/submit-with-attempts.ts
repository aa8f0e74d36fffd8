import type { ContactForm } from '../../contract/contact-form.ts';
import { notificationJobId } from '../../contract/jobs.ts';
import { type NotificationKind } from '../../contract/notifications.ts';
import { waitFor } from '../../testing/wait-for.ts';
import type { TestWorker } from './start-test-worker.ts';
import { submit } from './submit.ts';

/** Submits a form of whose mails the one of the given kind has few attempts. Returns the id. */
export async function submitWithAttempts(
  { queues }: TestWorker,
  kind: NotificationKind,
  attempts: number,
  change: Partial<ContactForm>,
): Promise<string> {
  const { notifications } = queues;
  await notifications.pause();
  const id = await submit(queues, change);
  const jobId = notificationJobId(id, kind);
  const job = await waitFor('it is queued', () => notifications.getJob(jobId));
  await job.remove();
  await notifications.add(job.name, job.data, {
    jobId,
    attempts,
    backoff: { type: 'fixed', delay: 50 },
  });
  await notifications.resume();
  return id;
}
