import * as z from 'zod';

import { endMoment, firstMoment } from '../../platform/days.ts';
import type { AuditRecord } from '../../storage/audit-record-model.ts';
import { defineCommand } from '../command.ts';
import { writeRows } from '../formats/format.ts';
import type { Column, View } from '../formats/view.ts';
import { writeResult } from '../output.ts';
import { outputOptions, outputUsage } from '../submission-options.ts';

const columns: Column<AuditRecord>[] = [
  { title: 'At', whole: true, of: ({ at }) => at.toISOString() },
  { title: 'Who', of: ({ actor }) => actor },
  { title: 'Did', whole: true, of: ({ action }) => action },
  { title: 'Count', of: ({ subject }) => String(subject.count) },
  { title: 'Conditions', of: ({ subject }) => subject.conditions.join(' ') },
  { title: 'Of', of: ({ subject }) => subject.ids.join(' ') },
];

const auditView: View<AuditRecord> = {
  table: columns,
  csv: columns,
  json: ({ _id, ...rest }) => ({ id: _id, ...rest }),
};

export const readAuditTrail = defineCommand({
  usage: `submissions -- audit [--from DAY] [--to DAY] [--limit 1000] ${outputUsage}`,
  summary: 'shows who read or changed what, and when',
  options: z.strictObject({
    ...outputOptions,
    from: firstMoment.optional(),
    to: endMoment.optional(),
    limit: z.coerce.number('must be a number').int().min(1).max(100_000).default(1_000),
  }),
  flags: ['bom'],
  async run(context, { format = 'table', out, bom, from, to, limit }) {
    const { audit } = await context.database();
    const records = await audit.read({ ...(from ? { from } : {}), ...(to ? { to } : {}), limit });
    await context.audit({ action: 'read-audit-trail', subject: { count: records.length } });
    async function* each() {
      yield* records;
    }
    const screen = out === undefined ? context.terminal.columns : undefined;
    await writeResult(
      context.terminal,
      out,
      writeRows(format, auditView, each(), { columns: screen, bom }),
    );
  },
});
