import { describe, expect, it } from 'vitest';
import { COMPANY_ENV_PREFIXES, companyEnv, companyFrom } from './company.ts';

describe('companyFrom', () => {
  it('has a placeholder for every value', () => {
    const company = companyFrom({});
    expect(company.name).toBe('Association Office');
    expect(company.founded).toBe('1953');
    expect(company.figures).toEqual({ years: '70+', associations: '20+', industries: '10+' });
    expect(company.addressLines.join(', ')).toContain('Sandton, Johannesburg');
    expect(company.documents).toEqual({
      terms: '/documents/terms-and-conditions.pdf',
      paia: '/documents/paia-manual.pdf',
    });
    expect(company.retentionMonths).toBe(24);
    expect(company.replyWithin).toBeUndefined();
  });

  it('keeps the opening hours as specified', () => {
    const lines = companyFrom({}).hours.map(({ days, time }) => `${days} ${time}`);
    expect(lines).toEqual([
      'Monday - Friday 8:00 AM - 4:00 PM',
      'Saturday By Appointment',
      'Sunday Closed',
    ]);
  });

  it('takes its values from the environment', () => {
    const company = companyFrom({
      COMPANY_NAME: 'Meridian Secretariat',
      COMPANY_PHONE: '+27 (11) 555-0101',
      SITE_URL: 'https://Meridian.example:443/',
      TERMS_PDF_URL: 'https://files.example/terms.pdf',
      RETENTION_MONTHS: '12',
      REPLY_WITHIN: 'one working day',
    });
    expect(company.name).toBe('Meridian Secretariat');
    expect(company.phoneHref).toBe('tel:+27115550101');
    expect(company.siteUrl).toBe('https://meridian.example');
    expect(company.documents.terms).toBe('https://files.example/terms.pdf');
    expect(company.retentionMonths).toBe(12);
    expect(company.replyWithin).toBe('one working day');
  });

  it('treats an empty variable as unset', () => {
    expect(companyFrom({ COMPANY_NAME: '' }).name).toBe('Association Office');
  });

  it('has no link to a network whose variable is empty', () => {
    expect(companyFrom({}).social.map(({ label }) => label)).toEqual(['LinkedIn', 'Twitter']);
    const { social } = companyFrom({ TWITTER_URL: '', LINKEDIN_URL: '' });
    expect(social).toEqual([]);
  });

  it('names a town once if its suburb has the same name', () => {
    const { addressLines } = companyFrom({ COMPANY_SUBURB: 'Paarl', COMPANY_CITY: 'Paarl' });
    expect(addressLines.filter((line) => line === 'Paarl')).toHaveLength(1);
  });

  it.each([
    ['COMPANY_NAME', 'Dollars $$ and Co'],
    ['COMPANY_NAME', 'Two\nlines'],
    ['COMPANY_EMAIL', 'not an address'],
    ['COMPANY_PHONE', 'call us'],
    ['COMPANY_FOUNDED', 'long ago'],
    ['COMPANY_YEARS', 'many'],
    ['RETENTION_MONTHS', '0'],
    ['SHOW_SPECIMENS', 'yes'],
    ['SITE_URL', 'https://example.co.za/path'],
    ['SITE_URL', 'example.co.za'],
    ['SITE_URL', 'ftp://example.co.za'],
    ['SITE_URL', 'https://example.co.za:99999'],
    ['TERMS_PDF_URL', '//elsewhere.example/terms.pdf'],
    ['PAIA_PDF_URL', 'javascript:alert(1)'],
    ['LINKEDIN_URL', 'javascript:alert(1)'],
  ])('names %s when it is %j', (name, value) => {
    expect(() => companyFrom({ [name]: value })).toThrow(new RegExp(`not valid: ${name} must`));
  });

  it('names every invalid variable in one error', () => {
    expect(() => companyFrom({ COMPANY_EMAIL: 'x', TWITTER_URL: 'y' })).toThrow(
      /COMPANY_EMAIL .*; TWITTER_URL /,
    );
  });

  it('reads only variables that the site build exposes', () => {
    for (const name of Object.keys(companyEnv.shape)) {
      expect(COMPANY_ENV_PREFIXES.some((prefix) => name.startsWith(prefix))).toBe(true);
    }
  });
});
