import { expect, it } from 'vitest';

import { companyFrom } from '../../contract/company.ts';
import { firm } from '../../testing/firms/karoo/firm.ts';
import { services } from '../../firm/content/services.ts';
import { structuredData } from './structured-data.ts';

it.each([
  ['8:00 AM - 4:00 PM', 'Mo-Fr 08:00-16:00'],
  ['12:00 AM - 12:30 PM', 'Mo-Fr 00:00-12:30'],
  ['08:00 - 16:30', 'Mo-Fr 08:00-16:30'],
  ['By Appointment', undefined],
])('gives the hours %s as %s (undefined: omits them)', (time, openingHours) => {
  const company = companyFrom({ ...firm, hours: [{ days: 'Monday - Friday', time }] });
  expect(structuredData(company).openingHours).toEqual(openingHours && [openingHours]);
});

it.each([
  ['Monday to Thursday', ['Mo-Th 08:00-16:00']],
  ['Mon – Fri', ['Mo-Fr 08:00-16:00']],
  ['Saturdays', ['Sa 08:00-16:00']],
  ['Weekdays', undefined],
  ['Monday, Wednesday', undefined],
])('gives the days %s as %j (undefined: omits them)', (days, openingHours) => {
  const company = companyFrom({ ...firm, hours: [{ days, time: '08:00 – 16:00' }] });
  expect(structuredData(company).openingHours).toEqual(openingHours);
});

it('names the profiles of the firm, but no placeholder', () => {
  const profile = 'https://www.linkedin.com/company/meridian';
  const social = [profile, 'https://twitter.com/'].map((href) => ({
    label: 'LinkedIn' as const,
    href,
  }));
  const company = companyFrom({ ...firm, social });
  expect(structuredData(company).sameAs).toEqual([profile]);
});

it('names the services and the area they are offered in', () => {
  const { makesOffer, areaServed } = structuredData(companyFrom(firm));
  expect(makesOffer.map(({ itemOffered }) => itemOffered.name)).toEqual(
    services.map(({ name }) => name),
  );
  expect(areaServed.name).toBe('South Africa');
});
