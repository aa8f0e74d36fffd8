import * as z from 'zod';

import type { ContactSubmission } from '../../storage/submission-model.ts';
import { defineCommand } from '../command.ts';
import { findOne, oneSubmissionOptions } from '../find-one.ts';
import { writeRows } from '../formats/format.ts';
import { printable } from '../formats/printable.ts';
import { localTime, submissionView } from '../formats/submission-view.ts';
import { writeResult } from '../output.ts';
import { outputOptions, outputUsage } from '../submission-options.ts';

export const showSubmission = defineCommand({
  usage: `submissions -- show REFERENCE|ID ${outputUsage}`,
  summary: 'shows one enquiry in full',
  options: z.strictObject({ ...oneSubmissionOptions, ...outputOptions }),
  flags: ['bom'],
  async run(context, { id, reference, format = 'table', out, bom }, positionals) {
    const found = await findOne(await context.database(), { id, reference }, positionals);
    await context.audit({ action: 'show-submission', subject: { ids: [found._id] } });
    async function* each() {
      yield found;
    }
    async function* letter() {
      yield letterOf(found);
    }
    const pieces =
      format === 'table'
        ? letter()
        : writeRows(format, submissionView, each(), { columns: undefined, bom });
    await writeResult(context.terminal, out, pieces);
  },
});

function letterOf(found: ContactSubmission): string {
  const { notifications, screening } = found;
  const facts: [string, string][] = [
    ['Reference', found.reference],
    ['Id', found._id],
    ['Received', localTime(found.createdAt)],
    ['Kept until', localTime(found.expiresAt)],
    ['Status', found.status],
    ...(screening
      ? [['Screening', `${screening.score} (${screening.reasons.join(', ')})`] as [string, string]]
      : []),
    ['Staff mail', mailState(notifications.staff)],
    ['Acknowledgement', mailState(notifications.acknowledgement)],
    ['Name', `${found.firstName} ${found.lastName}`],
    ['Organisation', found.organisation],
    ['Email', found.email],
  ];
  const lines = facts.map(
    ([label, value]) => `${label.padEnd(16)}${printable(value, { oneLine: true })}`,
  );
  return `${lines.join('\n')}\n\n${printable(found.message)}\n`;
}

function mailState({ status, reason }: { status: string; reason?: string }): string {
  return reason === undefined ? status : `${status} (${reason})`;
}
