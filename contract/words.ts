import {
  contactField,
  contactFieldNames,
  type ContactField,
  type ContactFieldName,
} from './contact-fields.ts';

/** Replaces the `{names}` in a sentence with their values, or with nothing if they have none. */
export function fillIn(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

type FieldWords = Record<ContactFieldName, { label: string } & FieldMessages>;
type FieldMessages = Record<'missing' | 'tooLong' | 'unstorable' | 'malformed', string>;

function messagesOf({ label, message, min, max, multiline }: ContactField): FieldMessages {
  if (message) {
    return { missing: message, tooLong: message, unstorable: message, malformed: message };
  }
  const subject = label.charAt(0) + label.slice(1).toLowerCase();
  return {
    missing:
      min > 1 ? `${subject} must be at least ${min} characters long` : `${subject} is required`,
    tooLong: `${subject} must be at most ${max} characters long`,
    unstorable: `${subject} contains a character we cannot store. Please remove it`,
    malformed: `${subject} must be ${multiline ? 'plain text' : 'a single line of text'}`,
  };
}

export const fieldWords = Object.fromEntries(
  contactFieldNames.map((name) => {
    const field = contactField(name);
    return [name, { label: field.label, ...messagesOf(field) }];
  }),
) as FieldWords;

/** The texts of the form and its notifications. */
export const formWords = {
  fields: fieldWords,
  required: requiredNote(),
  leaveEmpty: 'Leave this empty',
  charactersLeft: { one: '{count} character left', other: '{count} characters left' },
  charactersOver: { one: '{count} character too many', other: '{count} characters too many' },
  submit: 'Send Message',
  submitting: 'Sending...',
  stillSending: 'This is taking longer than usual. Please keep this page open.',
  summaryTitle: 'Please correct the following before sending:',
  success: { title: 'Message Sent Successfully' },
  reference: 'Your reference',
  another: 'Send another enquiry',
  failure: { title: 'Error', fallback: 'Failed to send message. Please try again later.' },
  network: {
    timeout: 'The server took too long to respond. Please try again in a moment.',
    unreachable: 'We could not reach the server. Please check your connection and try again.',
    offline: 'You appear to be offline. Please check your connection and try again.',
  },
  nothingLost:
    'Nothing you typed has been lost, and if you send it again we will receive it only once.',
  otherWays: ['You can also phone', 'or write to'],
  notifications: { region: 'Notifications (F8)', close: 'Close notification' },
};

function requiredNote(): string {
  const optional = contactFieldNames.map(contactField).filter((field) => field.optional);
  const labels = new Intl.ListFormat('en-ZA').format(optional.map(({ label }) => label));
  return optional.length === 0
    ? 'All fields are required.'
    : `All fields except ${labels} are required.`;
}

export const pageWords = {
  navigation: {
    label: 'Main',
    items: [
      { label: 'Home', section: 'home', href: '/' },
      { label: 'Services', section: 'services', href: '/#services' },
      { label: 'About', section: 'about', href: '/#about' },
      { label: 'Contact', section: 'contact', href: '/#contact' },
    ],
    terms: { label: 'Terms & Conditions', href: '/terms' },
    openMenu: 'Open menu',
    closeMenu: 'Close menu',
    skipToContent: 'Skip to content',
  },
  footer: {
    socialTitle: 'Follow us',
    servicesTitle: 'Services',
    contactTitle: 'Contact',
    established: 'Established {year}',
    privacy: { label: 'POPI & PAIA Acts', href: '/paia' },
    terms: { label: 'Terms & Conditions', href: '/terms' },
  },
  contact: {
    title: 'Get in Touch',
    replyWithin: 'We reply within {time}.',
    privacy: { label: 'How we handle enquiries', href: '/paia#enquiries' },
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
  },
};

/** The texts of the API's answers. */
export const answerWords = {
  /** What happens next, depending on whether a reply time is promised. */
  accepted: {
    soon: 'Thank you for getting in touch. A member of our team will read your message and reply by email.',
    within:
      'Thank you for getting in touch. A member of our team will read your message and reply by email within {time}. If you hear nothing by then, please phone us.',
  },
};

/** The acknowledgement by email. */
export const mailWords = {
  subject: 'We have received your enquiry',
  greeting: 'Good day,',
  thanks: 'Thank you for contacting {name}. We have received your enquiry.',
  reference: 'Your reference',
  yourReference: 'Your reference is {reference}.',
  quote: 'Please quote it if you write or phone about this enquiry.',
  next: {
    soon: 'What happens next: a member of our team will read your enquiry and reply to you at this address. You don’t need to do anything else.',
    within:
      'What happens next: a member of our team will read your enquiry and reply to you at this address within {time}. You don’t need to do anything else.',
  },
  reopens: 'Today is not a working day; our office opens again on {day}.',
  otherWays: 'Other ways to reach us',
  phone: 'Phone',
  email: 'Client services',
  hours: 'Business hours',
  address: 'Address',
  regards: 'Kind regards,',
  mistake:
    'If you did not contact us, someone may have entered your email address by mistake. You can ignore this message, or write to {email} and we will delete the enquiry.',
};
