import * as z from 'zod';

/** The address of the person whom a request is about. */
export const subjectOption = z
  .string('is needed')
  .trim()
  .pipe(z.email('must be an e-mail address'));
