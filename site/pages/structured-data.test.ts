import { expect, it } from 'vitest';

import { companyFrom } from '../../contract/company.ts';
import { structuredData } from './structured-data.ts';

it.each([
  ['8:00 AM - 4:00 PM', 'Mo-Fr 08:00-16:00'],
  ['12:00 AM - 12:30 PM', 'Mo-Fr 00:00-12:30'],
  ['08:00 - 16:30', 'Mo-Fr 08:00-16:30'],
  ['By Appointment', undefined],
])('gives the hours %s as %s', (COMPANY_HOURS_WEEKDAYS, openingHours) => {
  expect(structuredData(companyFrom({ COMPANY_HOURS_WEEKDAYS })).openingHours).toBe(openingHours);
});

it('names the profiles of the firm, but no placeholder and no link that is switched off', () => {
  expect(structuredData(companyFrom({}))).not.toHaveProperty('sameAs');
  const profile = 'https://www.linkedin.com/company/meridian';
  const company = companyFrom({ LINKEDIN_URL: profile, TWITTER_URL: '' });
  expect(structuredData(company).sameAs).toEqual([profile]);
});

it('names the six services and the area they are offered in', () => {
  const { makesOffer, areaServed } = structuredData(companyFrom({}));
  expect(new Set(makesOffer.map(({ itemOffered }) => itemOffered.name)).size).toBe(6);
  expect(areaServed.name).toBe('South Africa');
});
