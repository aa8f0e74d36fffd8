import { expect, it } from 'vitest';

import { leadsToItself } from '../../platform/public-address.ts';
import { checkCertificate } from './check-outside.ts';

const now = Date.UTC(2026, 10, 22);

it.each([
  [14, 'ok'],
  [13, 'warning'],
  [3, 'warning'],
  [2, 'critical'],
  [-1, 'critical'],
])('is with %i days left of a certificate: %s', (days, level) => {
  const found = checkCertificate(new Date(now + days * 86_400_000), now);
  expect(found).toMatchObject({ level, says: `Its certificate is good for ${days} days.` });
});

it.each(['https://localhost', 'https://127.0.0.1:8443/', 'https://[::1]', 'https://www.localhost'])(
  'knows that %s leads nowhere else',
  (url) => {
    expect(leadsToItself(url)).toBe(true);
  },
);

it('takes any other address for one that visitors use, and that of npm start too', () => {
  const others = ['https://www.example.co.za', 'https://localhost.example.org'];
  for (const url of [...others, 'http://127.0.0.1:4173']) expect(leadsToItself(url)).toBe(false);
});
