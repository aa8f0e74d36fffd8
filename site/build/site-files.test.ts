import { describe, expect, it } from 'vitest';

import { companyFrom } from '../../contract/company.ts';
import { firm } from '../../testing/firms/karoo/firm.ts';
import { structuredData } from '../pages/structured-data.ts';
import { securityTxt, sitemapXml, webManifest } from './site-files.ts';

const company = companyFrom(firm, { SITE_URL: 'https://www.example.org' });

describe('structured data', () => {
  it('has the type, founding year, office hours and address', () => {
    expect(structuredData(company)).toMatchObject({
      '@type': 'ProfessionalService',
      foundingDate: '1998',
      openingHours: ['Mo-Fr 07:30-16:00', 'Sa 09:00-12:00'],
      address: {
        streetAddress: '14 Windpomp Street',
        addressLocality: 'Prieska',
        addressRegion: 'Northern Cape',
      },
    });
  });

  it('names the city, with the suburb in the street address', () => {
    const address = {
      ...firm.address,
      street: '1 High Street',
      suburb: 'Sandton',
      city: 'Johannesburg',
    };
    expect(structuredData(companyFrom({ ...firm, address })).address).toMatchObject({
      streetAddress: '1 High Street, Sandton',
      addressLocality: 'Johannesburg',
    });
  });

  it('leaves out hours that name no clock time or no day of the week', () => {
    const byAppointment = companyFrom({
      ...firm,
      hours: [
        { days: 'Monday – Friday', time: 'By Appointment' },
        { days: 'Public holidays', time: '09:00 – 12:00' },
      ],
    });
    expect(structuredData(byAppointment)).not.toHaveProperty('openingHours');
  });
});

describe('security.txt', () => {
  const builtAt = new Date('2024-06-30T15:00:00Z');

  it('names the contact for vulnerability reports, and expires within a year of the build', () => {
    expect(securityTxt(company, builtAt)).toBe(
      [
        `Contact: mailto:${company.informationOfficer.email}`,
        'Expires: 2025-06-25T00:00:00.000Z',
        'Preferred-Languages: en',
        '',
      ].join('\n'),
    );
  });
});

describe('files for crawlers and phones', () => {
  it('list the addresses of pages as XML', () => {
    expect(sitemapXml(['https://www.example.org/?a&b'])).toContain('?a&amp;b</loc>');
  });

  it("contain the firm's name for a home screen", () => {
    expect(JSON.parse(webManifest(company))).toMatchObject({ name: company.name });
  });
});
