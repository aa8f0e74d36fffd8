import { describe, expect, it } from 'vitest';
import { companyFrom } from '../../../contract/company.ts';
import { canonicalOf, robotsTxt, sitemapXml, webManifest } from './site-files.ts';
import { structuredData } from './structured-data.ts';

const company = companyFrom({ SITE_URL: 'https://www.example.org' });

describe('structured data', () => {
  it('tells when the firm was founded and when its office is open', () => {
    expect(structuredData(company)).toMatchObject({
      '@type': 'ProfessionalService',
      foundingDate: '1953',
      openingHours: 'Mo-Fr 08:00-16:00',
      address: { addressLocality: 'Sandton' },
    });
  });

  it('leaves out hours that are not clock times', () => {
    const byAppointment = companyFrom({ COMPANY_HOURS_WEEKDAYS: 'By Appointment' });
    expect(structuredData(byAppointment)).not.toHaveProperty('openingHours');
  });
});

describe('files for crawlers', () => {
  it('name the sitemap and keep out of the API', () => {
    expect(robotsTxt(company)).toContain('Sitemap: https://www.example.org/sitemap.xml');
    expect(robotsTxt(company)).toContain('Disallow: /api/');
  });

  it('list addresses as XML', () => {
    expect(sitemapXml(['https://www.example.org/?a&b'])).toContain('?a&amp;b</loc>');
  });

  it('find the address of a page, if it wants to be found', () => {
    expect(canonicalOf('<link data-rh="true" rel="canonical" href="https://x/terms"/>')).toBe(
      'https://x/terms',
    );
    expect(canonicalOf('<meta name="robots" content="noindex"/>')).toBeUndefined();
  });

  it('give the firm its name on a home screen', () => {
    expect(JSON.parse(webManifest(company))).toMatchObject({ name: company.name });
  });
});
