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

/** What a browser is told at an address that has nothing for it. */
export const notFound = {
  title: '404 Page Not Found',
  body: 'Did you forget to add the page to the router?',
  help: 'If you followed a link to get here, the page may have moved. These are the ways back:',
  ways: [
    { label: 'Home', href: '/' },
    { label: 'Services', href: '/#services' },
    { label: 'Contact', href: '/#contact' },
    { label: 'Terms & Conditions', href: '/terms' },
    { label: 'POPI & PAIA Acts', href: '/paia' },
  ],
};
