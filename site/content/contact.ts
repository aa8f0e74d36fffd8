import type { Company } from '../../contract/company.ts';
import { contactField, contactFieldNames } from '../../contract/contact-fields.ts';
import { PRIVACY_NOTICE_PATH, privacyNotice } from '../../contract/privacy-notice.ts';

/** What the form says, besides the labels and messages of its fields. */
export const contactForm = {
  title: 'Get in Touch',
  required: sayWhatIsRequired(),
  leaveEmpty: 'Leave this empty',
  charactersLeft: (count: number) => `${count} ${count === 1 ? 'character' : 'characters'} left`,
  charactersOver: (count: number) =>
    `${count} ${count === 1 ? 'character' : 'characters'} too many`,
  submit: 'Send Message',
  submitting: 'Sending...',
  stillSending:
    'Still sending. Your connection seems slow; please keep this page open and do not send again.',
  summaryTitle: 'Please correct the following before sending:',
  success: { title: 'Message Sent Successfully' },
  reference: 'Your reference',
  another: 'Send another enquiry',
  failure: { title: 'Error', fallback: 'Failed to send message. Please try again later.' },
  nothingLost: 'Nothing you typed has been lost, and sending again will not send it twice.',
  otherWays: ['You can also telephone', 'or write to'],
};

function sayWhatIsRequired(): string {
  const optional = contactFieldNames.map(contactField).filter((field) => field.optional);
  const labels = new Intl.ListFormat('en-ZA').format(optional.map(({ label }) => label));
  return optional.length === 0
    ? 'All fields are required.'
    : `All fields but ${labels} are required.`;
}

export const contact = {
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

/** What stands below the heading of the section, with the promise of an answer where there is one. */
export function subtitleFor({ replyWithin }: Company): string {
  return contact.subtitle + (replyWithin ? ` We reply within ${replyWithin}.` : '');
}

/** How else to reach the firm where the form cannot be sent. */
export function waysFor({ phone, phoneHref, email }: Company) {
  return [
    { label: phone, href: phoneHref },
    { label: email, href: `mailto:${email}` },
  ];
}

/** The privacy notice at the form, with the way to more. */
export function noticeFor(company: Company) {
  return {
    text: privacyNotice(company),
    link: { label: 'How we handle enquiries', href: PRIVACY_NOTICE_PATH },
  };
}
