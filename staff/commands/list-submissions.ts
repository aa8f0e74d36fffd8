import * as z from 'zod';

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

export const listSubmissions = defineCommand({
  usage: `submissions -- list ${filterUsage} [--limit 50] ${outputUsage}`,
  summary: 'lists enquiries, newest first',
  options: z.strictObject({
    ...filterOptions,
    ...outputOptions,
    limit: z.coerce.number('must be a number').int().min(1).max(10_000).default(50),
  }),
  flags: ['bom'],
  async run(context, options) {
    const { format = 'table', out, bom, limit } = options;
    const filter = filterOf(options);
    const rows = readAudited(context, { action: 'list-submissions', filter, limit });
    const columns = out === undefined ? context.terminal.columns : undefined;
    const pieces = writeRows(format, submissionView, rows, { columns, bom });
    await writeResult(context.terminal, out, pieces);
  },
});
