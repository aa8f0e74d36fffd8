import * as z from 'zod';

export const rightUsage = '[--may-see-personal-data yes|no]';

/** Whether a member of staff may see what enquiries say. */
export const rightOption = z
  .enum(['yes', 'no'], 'must be yes or no')
  .transform((value) => value === 'yes')
  .optional();
