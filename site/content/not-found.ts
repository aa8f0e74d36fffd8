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
