import { describe, expect, it } from 'vitest';
import { companyFrom } from '../../contract/company.ts';
import { firm } from '../../firm/firm.ts';
import { isShipped } from '../../testing/firms/shipped.ts';
import { termsFor } from './legal-document.ts';

const terms = termsFor(companyFrom({ ...firm, name: 'Meridian Secretariat' }));

function textOf(letter: string): string {
  const section = terms.sections.find((candidate) => candidate.marker === letter);
  return JSON.stringify(section);
}

describe('the terms of service', () => {
  it.runIf(isShipped)('have sections A to M with the right titles', () => {
    expect(terms.sections.map(({ marker, title }) => `${marker} ${title}`)).toEqual([
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

  it('number every clause within its section, if sections are lettered', () => {
    for (const { marker, paragraphs } of terms.sections) {
      expect(paragraphs.map(({ label }) => label)).toEqual(
        paragraphs.map((_, index) => marker && `${marker}.${index + 1}`),
      );
    }
  });

  it('cite only clauses that exist', () => {
    const clauses = terms.sections.flatMap(({ paragraphs }) => paragraphs);
    const numbers = clauses.map(({ label }) => label);
    const cited = JSON.stringify(clauses.map(({ text }) => text));
    for (const [citation] of cited.matchAll(/\b[A-M]\.\d+/g)) expect(numbers).toContain(citation);
  });

  it.runIf(isShipped)('state the notice period, the fee and the law', () => {
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

  it.runIf(isShipped)(
    'say once where to find the addresses for notices, and require changes to be signed',
    () => {
      const all = JSON.stringify([terms.introduction, terms.sections]);
      expect(all.match(/addresses in the service schedule for all notices/g)).toHaveLength(1);
      expect(all).not.toContain(companyFrom(firm).email);
      expect(textOf('M')).toContain('both parties have signed it in writing');
      expect(textOf('M')).toContain('an exchange of emails is not enough');
    },
  );

  it("take the firm's name from firm/firm.ts", () => {
    expect(terms.introduction.join(' ')).toContain('Meridian Secretariat');
  });
});
