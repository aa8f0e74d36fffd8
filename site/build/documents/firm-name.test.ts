import { describe, expect, it } from 'vitest';

import { companyFrom } from '../../../contract/company.ts';
import { firm } from '../../../firm/firm.ts';
import { readPdf } from '../../../testing/site/read-pdf.ts';
import { termsFor } from '../../content/legal-document.ts';
import { renderDocument } from './render-document.ts';

describe('the name of the firm', () => {
  it('is on every page of a PDF, with accents, an ampersand and angle brackets', async () => {
    const company = companyFrom({ ...firm, name: 'Tšhwane & Müller <Associates>' });
    const bytes = await renderDocument(termsFor(company), company);
    const { pages } = readPdf(bytes);
    for (const page of pages) expect(page).toContain(company.name);
    expect(bytes.toString('utf8')).toContain('>Tšhwane &amp; Müller &lt;Associates&gt;<');
  });

  it('is rejected if the PDF fonts lack one of its letters', async () => {
    const company = companyFrom({ ...firm, name: '協会 Office' });
    await expect(renderDocument(termsFor(company), company)).rejects.toThrow('lack 協 会');
  });

  it('may be so long that the contents need a second page, and nothing is cut off', async () => {
    const company = companyFrom({ ...firm, name: 'The Office Of Associations '.repeat(24).trim() });
    const document = termsFor(company);
    const { text } = readPdf(await renderDocument(document, company));
    for (const passage of document.introduction) expect(text).toContain(passage);
    const entries = document.sections.map(({ marker, title }) => `${marker} ${title}`);
    for (const entry of entries) expect(text.split(entry), entry).toHaveLength(3);
  });
});
