import * as z from 'zod';

import { emailAddress } from '../contract/email-address.ts';

/** The address of the person whom a request is about. */
export const subjectOption = z
  .string('is needed')
  .trim()
  .regex(emailAddress, 'must be an e-mail address');
