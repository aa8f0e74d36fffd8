import type { Company } from '../../contract/company.ts';
import { contactField, contactFieldNames } from '../../contract/contact-fields.ts';
import { homeFor } from '../../firm/content/home.ts';
import { privacyNotice } from '../../firm/content/privacy.ts';

/** The texts of the form, besides the labels and messages of its fields. */
export const contactForm = {
  title: 'Get in Touch',
  required: requiredNote(),
  leaveEmpty: 'Leave this empty',
  charactersLeft: (count: number) => `${count} ${count === 1 ? 'character' : 'characters'} left`,
  charactersOver: (count: number) =>
    `${count} ${count === 1 ? 'character' : 'characters'} too many`,
  submit: 'Send Message',
  submitting: 'Sending...',
  stillSending: 'This is taking longer than usual. Please keep this page open.',
  summaryTitle: 'Please correct the following before sending:',
  success: { title: 'Message Sent Successfully' },
  reference: 'Your reference',
  another: 'Send another enquiry',
  failure: { title: 'Error', fallback: 'Failed to send message. Please try again later.' },
  nothingLost:
    'Nothing you typed has been lost, and if you send it again we will receive it only once.',
  otherWays: ['You can also phone', 'or write to'],
};

function requiredNote(): string {
  const optional = contactFieldNames.map(contactField).filter((field) => field.optional);
  const labels = new Intl.ListFormat('en-ZA').format(optional.map(({ label }) => label));
  return optional.length === 0
    ? 'All fields are required.'
    : `All fields except ${labels} are required.`;
}

export const contact = {
  form: contactForm,
  information: {
    title: 'Contact Information',
    address: 'Address',
    phone: 'Phone',
    email: 'Client services',
    hours: 'Business Hours',
    meeting: 'Meeting',
    book: 'Choose a time',
  },
  image: {
    alt: 'Line drawing of a bridge whose two halves meet at one keystone, with a row of seats crossing it.',
  },
};

/** The section's subtitle, with the reply time if one is promised. */
export function subtitleFor(company: Company): string {
  const promise = company.replyWithin ? ` We reply within ${company.replyWithin}.` : '';
  return homeFor(company).contact.subtitle + promise;
}

/** Other ways to reach the firm if the form cannot be sent. */
export function waysFor({ phone, phoneHref, email }: Company) {
  return [
    { label: phone, href: phoneHref },
    { label: email, href: `mailto:${email}` },
  ];
}

/** The privacy notice at the form, with a link to the details. */
export function noticeFor(company: Company) {
  return {
    text: privacyNotice(company),
    link: { label: 'How we handle enquiries', href: '/paia#enquiries' },
  };
}
