import type { ContactFieldName } from '../../../contract/contact-form.ts';

export interface Contact {
  heading: string;
  subtitle: string;
  form: ContactFormCopy;
  information: ContactInformationCopy;
  image: { alt: string };
}

export interface ContactFormCopy {
  title: string;
  labels: Record<ContactFieldName, string>;
  submit: string;
  submitting: string;
  reference: string;
  success: { title: string };
  failure: { title: string; fallback: string };
}

export interface ContactInformationCopy {
  title: string;
  address: string;
  phone: string;
  email: string;
  hours: string;
}

export const contactForm: ContactFormCopy = {
  title: 'Get in Touch',
  // Repeated here because the contract's labels would bring the validator into the first script.
  labels: {
    firstName: 'First Name',
    lastName: 'Last Name',
    email: 'Email',
    organisation: 'Organisation',
    message: 'Message',
  },
  submit: 'Send Message',
  submitting: 'Sending...',
  reference: 'Your reference',
  success: { title: 'Message Sent Successfully' },
  failure: { title: 'Error', fallback: 'Failed to send message. Please try again later.' },
};

export const contact: Contact = {
  heading: 'Ready to Strengthen Your Operations?',
  subtitle:
    'Tell us about your institution and where the work is heaviest. We will set out, plainly, the operational backbone it needs and what that would cost.',
  form: contactForm,
  information: {
    title: 'Contact Information',
    address: 'Address',
    phone: 'Phone',
    email: 'Client services',
    hours: 'Business Hours',
  },
  image: {
    alt: 'Line drawing of two council tables seen from above, their rings of seats meeting to share a place.',
  },
};
