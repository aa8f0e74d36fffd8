/** The fixed texts of the pages that the API fills in. */
export const answers = {
  receipt: {
    title: 'We have received your enquiry',
    lead: 'Please quote this reference if you write to us or phone us about your enquiry.',
    back: { label: 'Back to the home page', href: '/' },
  },
  refusal: {
    // Shown if the form cannot be shown again.
    lost: 'Use your browser’s Back button to return to what you typed.',
    back: { label: 'Back to the contact section', href: '/#contact' },
  },
  notice: { help: 'You can continue from here:' },
};

export const notFound = {
  title: '404 Page Not Found',
  body: 'Did you forget to add the page to the router?',
  help: 'If you followed a link to get here, the page may have moved. You can continue from here:',
  ways: [
    { label: 'Home', href: '/' },
    { label: 'Services', href: '/#services' },
    { label: 'Contact', href: '/#contact' },
    { label: 'Terms & Conditions', href: '/terms' },
    { label: 'POPI & PAIA Acts', href: '/paia' },
  ],
};
