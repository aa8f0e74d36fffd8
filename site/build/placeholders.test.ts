import { expect, it } from 'vitest';

import type { Firm } from '#contract/company.ts';
import { firm as karoo } from '#support/firms/karoo/firm.ts';
import { findPlaceholders } from './placeholders.ts';

const shipped: Partial<Firm> = {
  name: 'Association Office',
  email: 'clientservices@example.co.za',
  phone: '+27 11 000 0000',
  social: [{ label: 'LinkedIn', href: 'https://www.linkedin.com/' }],
};

it('the build names each fact and the domain that are still as we ship them', () => {
  expect(findPlaceholders({ ...karoo, ...shipped }, 'https://www.example.co.za')).toEqual([
    'name: Association Office',
    'email: clientservices@example.co.za',
    'phone: +27 11 000 0000',
    'social.0.href: https://www.linkedin.com/',
    'SITE_URL: https://www.example.co.za',
  ]);
});

it('it names nothing of a firm that has replaced them', () => {
  expect(findPlaceholders(karoo, 'https://www.karoo.co.za')).toEqual([]);
});
