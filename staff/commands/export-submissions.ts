import * as z from 'zod';

import { countSubmissions } from '../../storage/search-submissions.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import { defineCommand } from '../command.ts';
import { writeRows } from '../formats/format.ts';
import { submissionView } from '../formats/submission-view.ts';
import { writeResult } from '../output.ts';
import { readAudited } from '../read-audited.ts';
import {
  filterOf,
  filterOptions,
  filterUsage,
  outputOptions,
  outputUsage,
} from '../submission-options.ts';
import type { Terminal } from '../terminal.ts';

export const exportSubmissions = defineCommand({
  usage: `submissions -- export ${filterUsage} ${outputUsage}`,
  summary: 'writes every field of all enquiries, as CSV unless told otherwise',
  options: z.strictObject({ ...filterOptions, ...outputOptions }),
  flags: ['bom'],
  async run(context, options) {
    const { format = 'csv', out, bom } = options;
    const filter = filterOf(options);
    const total = await countSubmissions(await context.database(), filter);
    const rows = readAudited(context, { action: 'export-submissions', filter });
    const counted = counting(rows, total, context.terminal);
    const columns = out === undefined ? context.terminal.columns : undefined;
    const pieces = writeRows(format, submissionView, counted, { columns, bom });
    await writeResult(context.terminal, out, pieces);
    context.terminal.note(total === 1 ? '1 enquiry.' : `${total} enquiries.`);
  },
});

async function* counting(
  rows: AsyncIterable<ContactSubmission>,
  total: number,
  terminal: Terminal,
): AsyncGenerator<ContactSubmission> {
  let done = 0;
  for await (const row of rows) {
    yield row;
    done += 1;
    if (done % 500 === 0) terminal.progress(`${done} of ${total} enquiries …`);
  }
}
