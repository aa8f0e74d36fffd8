import { expect, it } from 'vitest';

import { companyFrom } from '#contract/company.ts';
import { firm } from '#support/firms/karoo/firm.ts';
import { structuredData } from '../pages/structured-data.ts';
import { securityTxt, sitemapXml, webManifest } from './site-files.ts';

const company = companyFrom(firm, { SITE_URL: 'https://www.example.org' });

it('structured data have the founding year, office hours, address and profiles', () => {
  const profile = 'https://www.linkedin.com/company/meridian';
  const social = [profile, 'https://twitter.com/'].map((href) => ({
    label: 'LinkedIn' as const,
    href,
  }));
  expect(structuredData({ ...company, social })).toMatchObject({
    '@type': 'ProfessionalService',
    foundingDate: '1998',
    openingHours: ['Mo-Fr 07:30-16:00', 'Sa 09:00-12:00'],
    address: {
      streetAddress: '14 Windpomp Street',
      addressLocality: 'Prieska',
      addressRegion: 'Northern Cape',
    },
    sameAs: [profile],
  });
});

it.each([
  ['Monday - Friday', '8:00 AM - 4:00 PM', ['Mo-Fr 08:00-16:00']],
  ['Monday to Thursday', '12:00 AM - 12:30 PM', ['Mo-Th 00:00-12:30']],
  ['Saturdays', '08:00 – 16:30', ['Sa 08:00-16:30']],
  ['Saturday', 'By Appointment', undefined],
  ['Monday, Wednesday', '08:00 – 16:00', undefined],
])('they give the hours %s, %s as %j', (days, time, openingHours) => {
  const open = companyFrom({ ...firm, hours: [{ days, time }] });
  expect(structuredData(open).openingHours).toEqual(openingHours);
});

it('security.txt names the contact, and expires within a year of the build', () => {
  expect(securityTxt(company, new Date('2024-06-30T15:00:00Z'))).toBe(
    [
      `Contact: mailto:${company.informationOfficer.email}`,
      'Expires: 2025-06-25T00:00:00.000Z',
      'Preferred-Languages: en',
      '',
    ].join('\n'),
  );
});

it('the sitemap is XML, and the manifest names the firm', () => {
  expect(sitemapXml(['https://www.example.org/?a&b'])).toContain('?a&amp;b</loc>');
  expect(JSON.parse(webManifest(company))).toMatchObject({ name: company.name });
});
