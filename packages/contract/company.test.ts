import { describe, expect, it } from 'vitest';

import { firm } from '#support/firms/karoo/firm.ts';
import { companyFrom, experienceOf } from './company.ts';

describe('companyFrom', () => {
  it('completes the facts with the settings', () => {
    const company = companyFrom(firm, { SITE_URL: 'https://Meridian.example:443/' });
    expect(company).toMatchObject({
      name: firm.name,
      founded: '1998',
      phoneHref: 'tel:+27535550123',
      siteUrl: 'https://meridian.example',
      retentionMonths: 24,
    });
    expect(companyFrom(firm, { RETENTION_MONTHS: '12' }).retentionMonths).toBe(12);
  });

  it.each([
    ['+27 (0)11 555 0123', 'tel:+27115550123'],
    ['(011) 555-0123', 'tel:0115550123'],
  ])('dials %s as %s', (phone, phoneHref) => {
    expect(companyFrom({ ...firm, phone })).toMatchObject({ phone, phoneHref });
  });

  it('treats an empty variable as unset', () => {
    expect(companyFrom(firm, { RETENTION_MONTHS: '' }).retentionMonths).toBe(24);
  });

  it('names a town only once if its suburb has the same name', () => {
    const { addressLines } = companyFrom(firm);
    expect(addressLines).toEqual(['14 Windpomp Street', 'Prieska', '8940', 'South Africa']);
  });

  it.each([
    ['RETENTION_MONTHS', '0'],
    ['SITE_URL', 'https://example.co.za/path'],
    ['SITE_URL', 'example.co.za'],
    ['SITE_URL', 'ftp://example.co.za'],
    ['SITE_URL', 'https://example.co.za:99999'],
  ])('names %s in the error when it is %j', (name, value) => {
    expect(() => companyFrom(firm, { [name]: value })).toThrow(
      new RegExp(`not valid: ${name} must`),
    );
  });

  it('names every invalid variable in one error', () => {
    expect(() => companyFrom(firm, { RETENTION_MONTHS: 'x', SITE_URL: 'y' })).toThrow(
      /RETENTION_MONTHS .*; SITE_URL /,
    );
  });
});

it.each([
  [73, '70+', 'Seven Decades'],
  [28, '20+', 'Two Decades'],
  [19, '10+', 'Nineteen Years'],
  [8, '8', 'Eight Years'],
  [1, '1', 'One Year'],
])('writes %i years as %s and as %s', (years, figure, words) => {
  expect(experienceOf(years)).toEqual({ figure, words });
});
