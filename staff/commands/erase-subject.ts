import * as z from 'zod';

import { compactSubmissions } from '../../storage/erase-submissions.ts';
import { defineCommand } from '../command.ts';
import type { StaffContext } from '../context.ts';
import { CommandError, UsageError } from '../errors.ts';
import { subjectOption } from '../subject-option.ts';
import { compactRedis } from '../traces/compact-redis.ts';
import { eraseTraces, type Erased } from '../traces/erase-traces.ts';
import { findTraces, type Traces } from '../traces/find-traces.ts';
import { forgetEvents } from '../traces/forget-events.ts';

// A mail that was being written when it was looked for is found by the next look.
const most = 5;

export const eraseSubject = defineCommand({
  usage: 'submissions -- erase --email ADDRESS [--yes]',
  summary: 'deletes everything that is held about a person',
  options: z.strictObject({ email: subjectOption, yes: z.boolean().default(false) }),
  flags: ['yes'],
  async run(context, { email, yes }) {
    let traces = await findTraces(context, email);
    const { mentions } = traces;
    if (!isEmpty(traces) && !yes) await confirm(context, traces);
    const erased: Erased = { submissions: 0, jobs: 0, keys: 0, mails: 0 };
    const ids = new Set<string>();
    for (let round = 0; round < most && !isEmpty(traces); round += 1) {
      add(erased, await eraseTraces(context, traces));
      for (const id of traces.ids) ids.add(id);
      traces = await findTraces(context, email);
    }
    if (!isEmpty(traces)) throw new CommandError('New traces keep coming. Try again later.');
    await forgetEvents(context);
    await context.audit({ action: 'erase-subject', subject: { ids: [...ids] } });
    await report(context, erased, [...ids], mentions);
  },
});

function isEmpty({ ids, redis, mails }: Traces): boolean {
  return ids.length + redis.keys.length + mails.length === 0;
}

function add(sum: Erased, more: Erased): void {
  for (const name of ['submissions', 'jobs', 'keys', 'mails'] as const) sum[name] += more[name];
}

async function confirm({ terminal }: StaffContext, traces: Traces): Promise<void> {
  if (!terminal.interactive) throw new UsageError('Nobody is there to be asked: add --yes.');
  const { submissions, redis, mails } = traces;
  terminal.note(
    `Found: ${submissions.length} enquiries, ${redis.jobs.length} jobs, ${mails.length} mails.`,
  );
  const answer = await terminal.ask('Delete all of it for good? Type yes:');
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandError('Nothing was deleted.');
}

async function report(
  context: StaffContext,
  erased: Erased,
  ids: string[],
  mentions: string[],
): Promise<void> {
  const { terminal } = context;
  terminal.progress('Redis: writing its file anew …');
  const redis = await compactRedis(await context.redis());
  terminal.progress('MongoDB: writing its file anew …');
  const mongodb = await compactSubmissions(await context.database());
  await terminal.write(
    [
      `Deleted: ${erased.submissions} enquiries, ${erased.jobs} jobs, ${erased.keys} keys, ${erased.mails} mails.`,
      ...ids,
      `Files written anew: Redis ${redis ? 'yes' : 'no'}, MongoDB ${mongodb ? 'yes' : 'no'}.`,
      ...(mentions.length > 0
        ? [`Enquiries of others name the address; look at them: ${mentions.join(', ')}.`]
        : []),
      '',
    ].join('\n'),
  );
}
