import { searchSubmissions } from '../../storage/search-submissions.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import type { StaffContext } from '../context.ts';
import { findInOutbox, type MailTrace } from './find-in-outbox.ts';
import { findInRedis, type RedisTraces } from './find-in-redis.ts';
import { mentionsAddress, sameAddress } from './same-address.ts';

/** Everything that is held about an address. */
export interface Traces {
  submissions: ContactSubmission[];
  redis: RedisTraces;
  mails: MailTrace[];
  /** The ids of all its submissions, stored or not. */
  ids: string[];
  /** References of enquiries that others have sent and that name the address. */
  mentions: string[];
}

const allOfThem = 0;

/** Looks through MongoDB, Redis and the mail outbox. */
export async function findTraces(context: StaffContext, address: string): Promise<Traces> {
  const { config, terminal } = context;
  const database = await context.database();
  const found = await findInRedis(await context.redis(), config.queuePrefix, address, (keys) =>
    terminal.progress(`Redis: ${keys} keys looked at …`),
  );
  terminal.progress('MongoDB: looking …');
  const submissions = await searchSubmissions(database, { email: address }, { limit: allOfThem });
  const naming = await searchSubmissions(database, { text: address }, { limit: allOfThem });
  terminal.progress('Mail outbox: looking …');
  const ids = new Set([...submissions.map(({ _id }) => _id), ...found.jobs.map(({ id }) => id)]);
  return {
    submissions,
    redis: found,
    mails: await findInOutbox(config.outboxDir, address, ids),
    ids: [...ids],
    mentions: naming
      .filter(({ email }) => !sameAddress(email, address))
      .filter((submission) => mentionsAddress(submission, address))
      .map(({ reference }) => reference),
  };
}
