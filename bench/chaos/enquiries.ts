import * as fc from 'fast-check';

import { contactFormSchema, type ContactForm } from '../../contract/contact-form.ts';

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });

/**
 * As many enquiries as asked for, no two alike, in every script that Unicode has. The same seed
 * gives the same enquiries.
 */
export function makeEnquiries(seed: number, count: number): ContactForm[] {
  const texts = fc.sample(
    fc
      .record({ firstName: words, lastName: words, organisation: words, message: words })
      .filter((text) => contactFormSchema.safeParse(toEnquiry(text, 0)).success),
    { seed, numRuns: count },
  );
  return texts.map((text, index) => contactFormSchema.parse(toEnquiry(text, index)));
}

function toEnquiry(text: Omit<ContactForm, 'email'>, index: number): ContactForm {
  return {
    ...text,
    email: `visitor-${index}@example.org`,
    message: `Enquiry ${index}\n\n${text.message}`,
  };
}
