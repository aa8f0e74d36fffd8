import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import { contactFieldNames, type ContactForm } from '../../contract/contact-form.ts';
import { contactForm } from '../content/home/contact.ts';

/** An enquiry that is as it should be, for tests. */
export const thabo: ContactForm = {
  firstName: 'Thabo',
  lastName: 'Mokoena',
  email: 'thabo@example.org',
  organisation: 'Guild of Surveyors',
  message: 'We need a secretariat.',
};

/** Replaces what stands in the fields, finding each by its label. */
export async function type(user: UserEvent, values: ContactForm): Promise<void> {
  for (const name of contactFieldNames) {
    const field = screen.getByLabelText(contactForm.labels[name]);
    await user.clear(field);
    await user.type(field, values[name]);
  }
}
