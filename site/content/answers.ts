/** What the pages that the API fills in say, besides what it fills in. */
export const answers = {
  receipt: {
    title: 'We have your enquiry',
    lead: 'Please quote the reference if you write to us or phone us about it.',
    back: { label: 'Back to the home page', href: '/' },
  },
  refusal: {
    // Of a form that cannot be shown again.
    lost: 'Your browser’s Back button should bring back what you typed.',
    back: { label: 'Back to the contact section', href: '/#contact' },
  },
  notice: { help: 'These are the ways back:' },
};
