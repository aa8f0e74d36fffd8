import type { Job, JobType, Queue } from 'bullmq';

import { notificationJobId } from '../../../contract/jobs.ts';
import { notificationKinds, type NotificationKind } from '../../../contract/notifications.ts';
import { referenceOf } from '../../../contract/reference.ts';
import type { Queues } from '../../../platform/queues.ts';
import { findPassages, type Passage } from '../../../storage/passages.ts';
import type { PassageEvent } from './actions.ts';
import { unlessDown } from '../../server/staff-database.ts';
import { TaskError, type TaskContext } from '../../server/task.ts';
import type { EnquiryName } from '../../enquiries/find.server.ts';

type PassedEvent = Omit<PassageEvent, 'at' | 'isSevere'> & { at: Date };

/** A job of a submission, with its state when it was read. */
export interface TracedJob extends Pick<Job, 'timestamp' | 'failedReason' | 'attemptsMade'> {
  state: string;
  processedOn?: number | undefined;
  finishedOn?: number | undefined;
  /** Whether the email of the job was sent. */
  wasSent: boolean;
  data?: unknown;
}

interface Traced {
  passage?: Passage | undefined;
  store?: TracedJob | undefined;
  mails: Partial<Record<NotificationKind, TracedJob>>;
}

/**
 * Finds the progress of a submission by id or reference, without its content. Works while one store
 * is down.
 *
 * @throws TaskError if no available store has the submission, or the reference is not unique.
 */
export async function traceSubmission(
  context: Pick<TaskContext, 'queues' | 'database'>,
  name: EnquiryName,
) {
  const passages = await unlessDown(async () => findPassages(await context.database(), name));
  const queues = await unlessDown(() => context.queues());
  const ids = new Set(passages?.map(({ _id }) => _id));
  if ('id' in name) ids.add(name.id);
  else if (queues && ids.size === 0) {
    for (const id of await findIds(queues.submissions, name.reference)) ids.add(id);
  }
  if (ids.size > 1) {
    throw new TaskError('conflict', 'Several enquiries have this reference. Use the ID.');
  }
  const [id] = ids;
  const traced = id && queues ? await readJobs(queues, id) : { mails: {} };
  const [passage] = passages ?? [];
  const hasJobs = traced.store !== undefined || Object.keys(traced.mails).length > 0;
  if (id === undefined || (!passage && !hasJobs)) throw notFound(passages, queues);
  return {
    id,
    reference: referenceOf(id),
    inRedis: queues ? hasJobs : null,
    inMongodb: passages ? passage !== undefined : null,
    events: eventsOf({ passage, ...traced }),
  };
}

function notFound(passages: unknown, queues: unknown): TaskError {
  const [where, other] = passages
    ? queues
      ? ['Redis or MongoDB']
      : ['MongoDB', 'Redis']
    : queues
      ? ['Redis', 'MongoDB']
      : [];
  if (where === undefined)
    return new TaskError('unavailable', 'Redis and MongoDB are not answering.');
  const hint = other ? `${other} is not answering.` : 'It may have been deleted.';
  return new TaskError(other ? 'unavailable' : 'not-found', `No such enquiry in ${where}. ${hint}`);
}

const jobTypes: JobType[] = ['waiting', 'active', 'delayed', 'failed', 'completed'];

async function findIds(queue: Queue, reference: string): Promise<string[]> {
  const ids = await queue.getRanges(jobTypes, 0, -1);
  return ids.filter((id) => /^[0-9a-f]{8}-[0-9a-f]{2}/.test(id) && referenceOf(id) === reference);
}

async function readJobs(queues: Queues, id: string): Promise<Omit<Traced, 'passage'>> {
  const mails: Traced['mails'] = {};
  for (const kind of notificationKinds) {
    const job = await readJob(queues.notifications, notificationJobId(id, kind));
    if (job) mails[kind] = job;
  }
  return { store: await readJob(queues.submissions, id), mails };
}

async function readJob(queue: Queue, id: string): Promise<TracedJob | undefined> {
  const job = await queue.getJob(id);
  if (!job) return undefined;
  const { timestamp, finishedOn, processedOn, failedReason, attemptsMade } = job;
  const data: unknown = job.data;
  const wasSent = typeof job.progress === 'object' && 'sentAt' in job.progress;
  const state = await job.getState();
  return { timestamp, finishedOn, processedOn, failedReason, attemptsMade, wasSent, data, state };
}

const severe: ReadonlySet<PassageEvent['what']> = new Set(['store-failed', 'mail-failed']);

/** The events of a submission from both stores, oldest first. */
export function eventsOf({ passage, store, mails }: Traced) {
  const events: PassedEvent[] = [];
  const accepted = passage?.createdAt ?? acceptedAt(store);
  if (accepted) events.push({ at: accepted, what: 'accepted' });
  if (store) events.push({ at: new Date(store.timestamp), what: 'queued' });
  const stored = passage?.storedAt ?? (store?.state === 'completed' ? finished(store) : undefined);
  if (stored) events.push({ at: stored, what: 'stored' });
  else if (store) events.push(...attemptsOf(store, 'store'));
  if (passage?.status === 'quarantined') events.push({ at: passage.storedAt, what: 'quarantined' });
  for (const kind of notificationKinds) {
    events.push(...mailEvents(passage?.notifications[kind], mails[kind], kind));
  }
  // The sort is stable, so events with the same time stay in their usual order.
  return events
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map((event) => ({ ...event, isSevere: severe.has(event.what) }));
}

function acceptedAt(job: TracedJob | undefined): Date | undefined {
  const { acceptedAt: at } = (job?.data ?? {}) as { acceptedAt?: unknown };
  return typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? new Date(at) : undefined;
}

function finished({ finishedOn }: TracedJob): Date | undefined {
  return finishedOn === undefined ? undefined : new Date(finishedOn);
}

function attemptsOf(job: TracedJob, of: 'store' | 'mail'): PassedEvent[] {
  const { state, failedReason, attemptsMade, processedOn, timestamp } = job;
  if (state === 'failed') {
    const at = finished(job) ?? new Date(timestamp);
    return [{ at, what: `${of}-failed`, ...(failedReason ? { detail: failedReason } : {}) }];
  }
  if (attemptsMade === 0) return [];
  const times = `${attemptsMade} ${attemptsMade === 1 ? 'attempt' : 'attempts'}`;
  const detail = failedReason ? `${times}, ${failedReason}` : times;
  return [{ at: new Date(processedOn ?? timestamp), what: `${of}-retried`, detail }];
}

function mailEvents(
  state: Passage['notifications'][NotificationKind],
  job: TracedJob | undefined,
  kind: NotificationKind,
): PassedEvent[] {
  const events: PassedEvent[] = [];
  if (job) events.push({ at: new Date(job.timestamp), what: 'mail-queued' });
  const { status, updatedAt, reason } = state ?? {};
  const detail = reason ? { detail: reason } : {};
  if (status === 'sent') {
    events.push({ at: state?.sentAt ?? updatedAt ?? new Date(0), what: 'mail-sent' });
  } else if (status === 'withheld' && updatedAt) {
    // If there is no reason, the enquiry is spam, which has its own event.
    if (reason) events.push({ at: updatedAt, what: 'mail-withheld', ...detail });
  } else if (status === 'failed' && updatedAt) {
    events.push({ at: updatedAt, what: 'mail-failed', ...detail });
  } else if (job?.state === 'completed') {
    // The job of a refused email completes too, so a completed job does not prove that an email was
    // sent.
    if (job.wasSent) {
      events.push({ at: finished(job) ?? new Date(job.timestamp), what: 'mail-sent' });
    }
  } else if (job) {
    events.push(...attemptsOf(job, 'mail'));
  }
  return events.map((event) => ({ ...event, kind }));
}
