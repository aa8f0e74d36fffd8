/** Shown to the visitor once the enquiry is safe. The reference stands beside it. */
export const acceptedMessage =
  'Thank you for getting in touch. We have your message and will reply by email.';
