import * as z from 'zod';

import { emailAddress } from '../../contract/email-address.ts';
import { endMoment, firstMoment } from '../days.ts';
import type { AuditRecord } from '../../storage/audit-trail.ts';
import { withId } from '../../storage/connection.ts';
import { readAuditTrail } from '../tasks/context.ts';
import { erasePerson, isNothing } from '../tasks/erase-person.ts';
import { exportPerson, findPersonalData, type PersonalData } from '../tasks/find-personal-data.ts';
import { CommandError, defineCommand, flag, UsageError } from './command.ts';
import { outputOptions, outputUsage, writeResult, writeRows, type Column } from './output.ts';
import type { Terminal } from './terminal.ts';

/** The address of the person whom a request is about. */
const personOption = z.string('is needed').trim().regex(emailAddress, 'must be an e-mail address');

const auditColumns: Column<AuditRecord>[] = [
  { title: 'At', whole: true, of: ({ at }) => at.toISOString() },
  { title: 'Who', of: ({ actor }) => actor },
  { title: 'Did', whole: true, of: ({ action }) => action },
  { title: 'Count', of: ({ subject }) => String(subject.count) },
  { title: 'Conditions', of: ({ subject }) => subject.conditions.join(' ') },
  { title: 'Of', of: ({ subject }) => subject.ids.join(' ') },
];

/** What follows `npm run submissions --` and is about people, whether they wrote or read. */
export const personalDataCommands = {
  erase: defineCommand({
    usage: 'submissions -- erase --email ADDRESS [--yes]',
    summary: 'deletes everything that is held about a person',
    options: z.strictObject({ email: personOption, yes: flag }),
    async run(context, { email, yes }) {
      const found = await findPersonalData(context, email);
      if (!isNothing(found) && !yes) await confirm(context.terminal, found);
      const { erased, ids, compacted } = await erasePerson(context, found);
      const { references } = found.mentions;
      const lines = [
        `Deleted: ${erased.submissions} enquiries, ${erased.jobs} jobs, ${erased.keys} keys, ${erased.mails} mails.`,
        ...ids,
        `Files written anew: Redis ${yesOrNo(compacted.redis)}, MongoDB ${yesOrNo(compacted.mongodb)}.`,
        ...(references.length > 0
          ? [`Enquiries of others name the address; look at them: ${references.join(', ')}.`]
          : []),
      ];
      await context.terminal.write(`${lines.join('\n')}\n`);
    },
  }),

  'subject-export': defineCommand({
    usage: 'submissions -- subject-export --email ADDRESS [--out FILE]',
    summary: 'writes everything that is held about a person, as JSON',
    options: z.strictObject({
      email: personOption,
      format: z.literal('json', 'must be json').optional(),
      out: z.string().min(1).optional(),
    }),
    async run(context, { email, out }) {
      const found = await exportPerson(context, email);
      const { submissions, jobs, keys, mails, mentions } = found;
      const everything = {
        email,
        exportedAt: new Date(),
        submissions: submissions.map(withId),
        jobs,
        keys,
        mails,
        // Other people's enquiries are theirs: who answers the request decides what to say of them.
        mentionedIn: [...mentions.references, ...mentions.jobs],
      };
      await writeResult(context.terminal, out, [`${JSON.stringify(everything, null, 2)}\n`]);
      context.terminal.note(countsOf(found));
    },
  }),

  audit: defineCommand({
    usage: `submissions -- audit [--from DAY] [--to DAY] [--limit 1000] ${outputUsage}`,
    summary: 'shows who read or changed what, and when',
    options: z.strictObject({
      ...outputOptions.shape,
      from: firstMoment.exactOptional(),
      to: endMoment.exactOptional(),
      limit: z.coerce.number('must be a number').int().min(1).max(100_000).default(1_000),
    }),
    async run(context, options) {
      const records = await readAuditTrail(context, options);
      await writeRows(context.terminal, { table: auditColumns }, records, options);
    },
  }),
};

async function confirm(terminal: Terminal, found: PersonalData): Promise<void> {
  if (!terminal.interactive) throw new UsageError('Nobody is there to be asked: add --yes.');
  terminal.note(`Found: ${countsOf(found)}`);
  const answer = await terminal.ask('Delete all of it for good? Type yes:');
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandError('Nothing was deleted.');
}

function countsOf({ submissions, jobs, mails }: PersonalData): string {
  return `${submissions.length} enquiries, ${jobs.length} jobs, ${mails.length} mails.`;
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no';
}
