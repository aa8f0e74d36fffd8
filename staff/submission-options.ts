import * as z from 'zod';

import { endMoment, firstMoment } from '../platform/days.ts';
import type { SubmissionFilter } from '../storage/search-submissions.ts';
import { submissionStatuses } from '../storage/submission-model.ts';
import { formats } from './formats/format.ts';

/** The options by which submissions are chosen. */
export const filterOptions = {
  email: z.string().trim().min(1).optional(),
  status: z.enum(submissionStatuses, `must be ${submissionStatuses.join(', ')}`).optional(),
  from: firstMoment.optional(),
  to: endMoment.optional(),
  search: z.string().trim().max(200).optional(),
};

/** The options that say how rows are written, and where to. */
export const outputOptions = {
  format: z.enum(formats, `must be ${formats.join(', ')}`).optional(),
  out: z.string().min(1).optional(),
  bom: z.boolean().default(false),
};

export const filterUsage =
  '[--email ADDRESS] [--status STATUS] [--from DAY] [--to DAY] [--search TEXT]';
export const outputUsage = '[--format table|json|csv] [--out FILE] [--bom]';

type FilterOptions = {
  [Name in keyof typeof filterOptions]?: z.infer<(typeof filterOptions)[Name]>;
};

export function filterOf(options: FilterOptions): SubmissionFilter {
  const { email, status, from, to, search } = options;
  return {
    ...(email ? { email } : {}),
    ...(status ? { status } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(search ? { text: search } : {}),
  };
}
