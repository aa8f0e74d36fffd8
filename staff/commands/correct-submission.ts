import * as z from 'zod';

import { contactFieldNames, contactFormSchema } from '../../contract/contact-form.ts';
import { correctSubmission as correct } from '../../storage/correct-submission.ts';
import { compactSubmissions } from '../../storage/erase-submissions.ts';
import { defineCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { findOne, oneSubmissionOptions } from '../find-one.ts';

const fields = contactFormSchema.shape;

export const correctSubmission = defineCommand({
  usage:
    'submissions -- correct REFERENCE|ID [--first-name TEXT] [--last-name TEXT] [--email ADDRESS] [--organisation TEXT] [--message TEXT]',
  summary: 'changes what is held, at the request of the person whom it is about',
  options: z.strictObject({
    ...oneSubmissionOptions,
    'first-name': z.optional(fields.firstName),
    'last-name': z.optional(fields.lastName),
    email: z.optional(fields.email),
    organisation: z.optional(fields.organisation),
    message: z.optional(fields.message),
  }),
  async run(context, options, positionals) {
    const { id, reference, 'first-name': firstName, 'last-name': lastName, ...rest } = options;
    const given = { firstName, lastName, ...rest };
    const changed = contactFieldNames.filter((name) => given[name] !== undefined);
    if (changed.length === 0) throw new UsageError('Say what is to be changed.');
    const database = await context.database();
    const found = await findOne(database, { id, reference }, positionals);
    const correction = Object.fromEntries(changed.map((name) => [name, given[name]]));
    await correct(database, found._id, correction);
    await context.audit({
      action: 'correct-submission',
      subject: { ids: [found._id], conditions: changed },
    });
    await compactSubmissions(database);
    context.terminal.note(`${found.reference}: changed: ${changed.join(', ')}.`);
  },
});
