import { describe, expect, it } from 'vitest';
import { companyFrom } from '../../contract/company.ts';
import { termsFor } from './terms.ts';

const terms = termsFor(companyFrom({ COMPANY_NAME: 'Meridian Secretariat' }));

function textOf(letter: string): string {
  const section = terms.sections.find((candidate) => candidate.letter === letter);
  return JSON.stringify(section);
}

describe('the terms of service', () => {
  it('run from A to M under the titles of the specification', () => {
    expect(terms.sections.map(({ letter, title }) => `${letter} ${title}`)).toEqual([
      'A Board Support',
      'B Financial Accounting, Treasury, And Budgetary Control',
      'C Membership And Professional Records',
      'D Branding, Communication, And Marketing',
      'E Conventions, Webinars, And Training Events',
      'F Subscription Fee',
      'G Statutory Appointments And Registered Offices',
      'H Confidentiality',
      'I Termination',
      'J Expenses',
      'K Indemnity',
      'L Non-raiding',
      'M Governing Laws',
    ]);
  });

  it('number every clause within its section', () => {
    for (const { letter, clauses } of terms.sections) {
      expect(clauses.map(({ number }) => number)).toEqual(
        clauses.map((_, index) => `${letter}.${index + 1}`),
      );
    }
  });

  it('cite only clauses that exist', () => {
    const numbers = terms.sections.flatMap(({ clauses }) => clauses.map(({ number }) => number));
    const cited = JSON.stringify(terms.sections.map(({ clauses }) => clauses.map((c) => c.text)));
    for (const [citation] of cited.matchAll(/\b[A-M]\.\d+/g)) expect(numbers).toContain(citation);
  });

  it('keep to the facts of the specification', () => {
    expect(terms.title).toBe('Terms and Conditions of Service');
    expect(terms.download.label).toBe('Download PDF');
    expect(textOf('F')).toContain('fixed monthly subscription fee');
    expect(textOf('F')).toContain('raised each year');
    expect(textOf('F')).toContain('consumer price index');
    expect(textOf('F')).toContain('12-month average');
    expect(textOf('I')).toContain('90 days’ written notice');
    expect(textOf('M')).toContain('laws of the Republic of South Africa');
    expect(terms.lastUpdated).toBe('Last updated: June 2024');
  });

  it('take the name of the firm from the company', () => {
    expect(terms.introduction.join(' ')).toContain('Meridian Secretariat (the “Firm”)');
  });
});
