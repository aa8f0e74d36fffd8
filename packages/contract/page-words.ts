import { contactField, contactFieldNames } from './contact-fields.ts';
import { fieldWords } from './words.ts';

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
    openMenu: 'Open menu',
    closeMenu: 'Close menu',
    skipToContent: 'Skip to content',
  },
  footer: {
    socialTitle: 'Follow us',
    servicesTitle: 'Services',
    contactTitle: 'Contact',
    established: 'Established {year}',
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
