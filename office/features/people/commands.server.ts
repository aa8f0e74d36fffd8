import * as z from 'zod';

import { contactField, contactFieldNames } from '../../../contract/contact-fields.ts';
import { emailAddress, readEmailAddress } from '../../../contract/email-address.ts';
import { contactFormSchema } from '../../../contract/contact-form.ts';
import { erasePersonalData, isNothing } from './erase-personal-data.server.ts';
import { exportPerson, findPersonalData } from './find-personal-data.server.ts';
import {
  confirm,
  defineCommand,
  flagOption,
  given,
  refuseWords,
  UsageError,
} from '../../terminal/command.ts';
import { outputOptions, writeResult } from '../../terminal/output.ts';
import { correctSubmission } from './correct-submission.server.ts';
import { nameOptions, readName, readNames } from '../../enquiries/commands.server.ts';
import { findEnquiry } from '../../enquiries/find.server.ts';
import { dataWords } from './words.ts';

export const personOption = z
  .string('is required')
  .overwrite(readEmailAddress)
  .regex(emailAddress, 'must be an email address');

const fieldOptions = contactFieldNames.map((name) => ({
  name,
  option: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  placeholder: contactField(name).attributes.type === 'email' ? 'ADDRESS' : 'TEXT',
}));

export const personalDataCommands = {
  correct: defineCommand({
    usage: `submissions -- correct REFERENCE|ID ${fieldOptions.map(({ option, placeholder }) => `[--${option} ${placeholder}]`).join(' ')}`,
    summary: 'corrects an enquiry at the request of the person concerned',
    action: 'person.correct',
    options: z.object({
      ...nameOptions,
      ...Object.fromEntries(
        fieldOptions.map(({ name, option }) => [option, z.optional(contactFormSchema.shape[name])]),
      ),
    }),
    read(options: Record<string, string | undefined>, words) {
      const values = fieldOptions.map(({ name, option }) => [name, options[option]] as const);
      const correction = given(Object.fromEntries(values));
      if (Object.keys(correction).length === 0)
        throw new UsageError('Give at least one field to correct.');
      return { name: readName(options, words), correction };
    },
    async run(context, { name, correction }) {
      const found = await findEnquiry(context, name);
      const seen = { id: found._id, version: found.handling.version };
      const { before, changed } = await correctSubmission(context, seen, correction);
      context.terminal.note(`${before.reference}, changed: ${changed.join(', ')}.`);
    },
  }),

  erase: defineCommand({
    usage: 'submissions -- erase --email ADDRESS | REFERENCE|ID … [--yes]',
    summary: 'permanently erases individual enquiries, or all data about a person except requests',
    action: 'person.erase',
    options: z.object({ email: personOption.optional(), ...nameOptions, yes: flagOption }),
    read({ email, yes, ...options }, words) {
      refuseWords(
        words.filter((word) => word.includes('@')),
        ['email'],
      );
      const names = readNames(options, words);
      const wanted = 'Give --email ADDRESS, or references or IDs';
      if (email === undefined && names.length === 0) throw new UsageError(`${wanted}.`);
      if (email !== undefined && names.length > 0) throw new UsageError(`${wanted}: not both.`);
      return { search: email === undefined ? { names } : { email }, yes };
    },
    async run(context, { search, yes }) {
      const found = await findPersonalData(context, search);
      if (!isNothing(found) && !yes) {
        context.terminal.note(`Found: ${countsOf(found)}`);
        const question = 'Delete all of this permanently?';
        await confirm(context.terminal, question, 'Nothing was deleted.');
      }
      const { erased, ids, compacted } = await erasePersonalData(context, found);
      const lines = [
        `Deleted: ${dataWords(erased)}.`,
        ...ids,
        `Files rewritten: Redis ${yesOrNo(compacted.redis)}, MongoDB ${yesOrNo(compacted.mongodb)}.`,
        ...(compacted.mongodb
          ? ['MongoDB may keep remains until it overwrites them.']
          : [
              "Run db.runCommand({ compact: 'contactsubmissions', force: true }) and the same for 'deletedsubmissions' in the database of MONGODB_URI as a MongoDB administrator. Otherwise the deleted data remains on disk until it is overwritten.",
            ]),
        ...(found.mentionedIn.length > 0
          ? [`Other enquiries mention the address. Review them: ${found.mentionedIn.join(', ')}.`]
          : []),
      ];
      await context.terminal.write(`${lines.join('\n')}\n`);
    },
  }),

  'subject-export': defineCommand({
    usage: 'submissions -- subject-export --email ADDRESS [--out FILE]',
    summary: 'exports all data about a person, as JSON',
    action: 'person.export',
    options: z.object({
      email: personOption,
      format: z.literal('json', 'must be json').optional(),
      out: outputOptions.shape.out,
    }),
    async run(context, { email, out }) {
      const everything = await exportPerson(context, email);
      await writeResult(context.terminal, out, [`${JSON.stringify(everything, null, 2)}\n`]);
      context.terminal.note(countsOf(everything));
    },
  }),
};

type Counted = Record<'submissions' | 'jobs' | 'keys' | 'mails', readonly unknown[]>;

function countsOf({ submissions, jobs, keys, mails }: Counted): string {
  return `${dataWords({
    submissions: submissions.length,
    jobs: jobs.length,
    keys: keys.length,
    mails: mails.length,
  })}.`;
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no';
}
