import { randomUUID } from 'node:crypto';

import type { ContactForm } from '../../contract/contact-form.ts';

/** An enquiry that the API accepts, unlike any other unless the change makes it so. */
export function enquiry(change: Partial<ContactForm> = {}): ContactForm {
  return {
    firstName: 'Thandiwe',
    lastName: 'Nkosi',
    email: 'thandiwe@example.org',
    organisation: 'Guild of Surveyors',
    message: `We need a secretariat. (${randomUUID()})`,
    ...change,
  };
}
