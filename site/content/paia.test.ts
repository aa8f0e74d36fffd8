import { describe, expect, it } from 'vitest';
import { companyFrom } from '../../contract/company.ts';
import { contactField, contactFieldNames } from '../../contract/contact-fields.ts';
import { privacyNotice, regulator } from '../../firm/content/privacy.ts';
import { firm } from '../../firm/firm.ts';
import { pageWords } from '../../contract/page-words.ts';
import { isShipped } from '../../testing/firms/shipped.ts';
import { paiaFor } from './legal-document.ts';

const company = companyFrom({ ...firm, name: 'Meridian Secretariat' }, { RETENTION_MONTHS: '18' });
const paia = paiaFor(company);
const [privacyConditions, lawfulProcessing] = paia.sections;

describe('the PAIA manual', () => {
  it.runIf(isShipped)('has the required titles, and the ten privacy conditions in order', () => {
    expect(paia.title).toBe('PAIA Manual & POPI Act');
    expect(paia.download.label).toBe('PAIA Manual');
    expect(privacyConditions?.title).toBe(
      'Privacy Conditions: Membership Records Held By Our Firm On Behalf Of Client Associations',
    );
    expect(privacyConditions?.inner?.map(({ marker, title }) => `${marker} ${title}`)).toEqual([
      '1 Data Protection Standards',
      '2 Membership Record Requirements',
      '3 Communication and Financial Notices',
      '4 Professional Body Registration',
      '5 Public Domain Information',
      '6 Confidential Information Protection',
      '7 Commercial Member Information',
      '8 Event Materials Publication',
      '9 Meeting Attendance Records',
      '10 Digital Discussion Systems',
    ]);
    expect(paia.lastUpdated).toBe('Last updated: June 2024');
  });

  it.runIf(isShipped)('names the eight conditions in the order of the Act', () => {
    expect(lawfulProcessing?.conditions?.map(({ name }) => name)).toEqual([
      'Accountability',
      'Processing limitation',
      'Purpose specification',
      'Further processing limitation',
      'Information quality',
      'Openness',
      'Security safeguards',
      'Data subject participation',
    ]);
  });

  it('has the section that the privacy notice at the form links to', () => {
    const [page, anchor] = pageWords.contact.privacy.href.split('#');
    expect(page).toBe('/paia');
    expect(paia.sections.map(({ id }) => id)).toContain(anchor);
  });

  it.runIf(isShipped)(
    'agrees with the privacy notice about who collects data and how long it is kept',
    () => {
      const enquiries = JSON.stringify(paia.sections.find(({ id }) => id === 'enquiries'));
      for (const text of [enquiries, privacyNotice(company)]) {
        expect(text).toContain('Meridian Secretariat');
        expect(text).toContain('18 months');
        expect(text).toContain('voluntary');
      }
    },
  );

  it('names every field of the form, and says whether all of them are required', () => {
    const section = JSON.stringify(paia.sections.find(({ id }) => id === 'enquiries'));
    const text = section.replaceAll('-', '').toLowerCase();
    const fields = contactFieldNames.map(contactField);
    for (const { label } of fields) expect(text).toContain(label.toLowerCase());
    const allAreNeeded = fields.every(({ optional }) => !optional);
    if (isShipped) expect(text.includes('all its fields are needed')).toBe(allAreNeeded);
  });

  it.runIf(isShipped)('says what the browser stores', () => {
    const section = JSON.stringify(paia.sections.find(({ id }) => id === 'enquiries'));
    expect(section).toContain('session storage of the tab');
  });

  it.runIf(isShipped)(
    'describes the information for each category of people: PAIA, section 51(1)(c)(ii)',
    () => {
      const records = paia.sections.find(({ id }) => id === 'records');
      const categories = records?.paragraphs.find(({ text }) => text.includes('these people'));
      expect(categories?.items).toHaveLength(6);
      for (const item of categories?.items ?? []) expect(item).toMatch(/^[A-Z][^:]+: .{30,}\.$/);
    },
  );

  it.runIf(isShipped)('has the contact details of the Information Regulator', () => {
    const requests = JSON.stringify(paia.sections.find(({ id }) => id === 'requests'));
    for (const detail of Object.values(regulator)) expect(requests).toContain(detail);
  });

  it.runIf(isShipped)('accompanies a privacy notice of three sentences', () => {
    expect(privacyNotice(company).match(/\.(\s|$)/g)).toHaveLength(3);
  });
});
