export const mailWords = {
  subject: 'We have received your enquiry',
  greeting: 'Good day,',
  thanks: (name: string) => `Thank you for contacting ${name}. We have received your enquiry.`,
  reference: 'Your reference',
  yourReference: (reference: string) => `Your reference is ${reference}.`,
  quote: 'Please quote it if you write or phone about this enquiry.',
  next: (time?: string) =>
    `What happens next: a member of our team will read your enquiry and reply to you at this address${time ? ` within ${time}` : ''}. You don’t need to do anything else.`,
  reopens: (day: string) => `Today is not a working day; our office opens again on ${day}.`,
  otherWays: 'Other ways to reach us',
  phone: 'Phone',
  email: 'Client services',
  hours: 'Business hours',
  address: 'Address',
  regards: 'Kind regards,',
  /** Before and after the information officer's address. */
  mistake: [
    'If you did not contact us, someone may have entered your email address by mistake. You can ignore this message, or write to ',
    ' and we will delete the enquiry.',
  ],
} as const;
