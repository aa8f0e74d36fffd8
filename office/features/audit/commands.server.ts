import * as z from 'zod';

import { readReference } from '../../../contract/read-reference.ts';
import type { AuditRecord } from '../../../storage/audit-trail.ts';
import { endMoment, firstMoment } from '../../days.ts';
import { defineCommand, given, limitOption, textOption } from '../../terminal/command.ts';
import { outputOptions, outputUsage, writeRows, type View } from '../../terminal/output.ts';
import { personOption } from '../people/commands.server.ts';
import { auditNames, describeConditions } from './audit-words.ts';
import { readAuditTrail } from './read-audit-trail.server.ts';

const auditView: View<AuditRecord> = {
  names: ['record', 'records'],
  table: [
    { title: 'Time', whole: true, of: ({ at }) => at.toISOString() },
    { title: 'Account', whole: true, of: ({ actor }) => actor },
    { title: 'Action', whole: true, of: ({ action }) => action },
    { title: 'Outcome', whole: true, of: ({ outcome = '' }) => outcome },
    { title: 'Count', whole: true, of: ({ subject }) => String(subject.count) },
    {
      title: 'Details',
      of: ({ action, subject }) => describeConditions(action, subject.conditions),
    },
    { title: 'Subject', of: ({ subject }) => subject.ids.join(' ') },
  ],
};

export const auditCommands = {
  audit: defineCommand({
    usage: `submissions -- audit [--reference REFERENCE] [--email ADDRESS] [--account USERNAME] [--action ACTION] [--from DATE] [--to DATE] [--limit 1000] ${outputUsage}`,
    summary: 'shows who read or changed what, and when',
    action: 'audit.search',
    options: outputOptions.extend({
      reference: textOption
        .transform(readReference)
        .refine((reference) => reference !== undefined, 'must be a reference such as 7F3K-92QD')
        .exactOptional(),
      email: personOption.exactOptional(),
      account: textOption.exactOptional(),
      action: z.enum(auditNames, `must be one of ${auditNames.join(', ')}`).exactOptional(),
      from: firstMoment.exactOptional(),
      to: endMoment.exactOptional(),
      limit: limitOption(100_000, 1_000),
    }),
    async run(context, { limit, format, out, bom, ...search }) {
      const { records: rows, total } = await readAuditTrail(context, { ...given(search), limit });
      await writeRows(context.terminal, auditView, { rows, total }, { format, out, bom });
      const open = rows.filter(({ outcome }) => outcome === 'started').length;
      if (open > 0)
        context.terminal.note(
          `${open === 1 ? '1 action has' : `${open} actions have`} started but not finished.`,
        );
    },
  }),
};
