/** Drawn by the name of the link, in a square of 24. */
export const socialPaths: Record<string, string> = {
  LinkedIn: 'M5 10v9M5 5v.1M10.5 19v-9M10.5 13.5a4.25 4.25 0 0 1 8.5 0V19',
  Twitter:
    'M3.5 18.5c2 .9 4.2 1.2 6.3.8 5-.9 8.6-5 8.7-10.5L21 5.7l-3 .4c-1.7-1.8-5.3-1.5-6.1 1.3-.2.6-.2 1.2-.1 1.9-3.2 0-6-1.4-7.9-3.9-1 2.6-.3 5.2 1.7 6.9L4 12c.5 2 1.8 3.3 3.7 3.8-.9 1.3-2.3 2.2-4.2 2.7Z',
};
