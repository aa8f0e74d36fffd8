import { describe, expect, it } from 'vitest';

import { companyFrom } from '../../../contract/company.ts';
import { readPdf } from '../../../testing/site/read-pdf.ts';
import { termsFor } from '../../content/terms.ts';
import { renderDocument } from './render-document.ts';

describe('the name of the firm', () => {
  it('is on every page, with its accents and its ampersand', async () => {
    const firm = companyFrom({ COMPANY_NAME: 'Tšhwane & Müller <Associates>' });
    const bytes = await renderDocument(termsFor(firm), firm);
    const { pages } = await readPdf(bytes);
    for (const page of pages) expect(page).toContain(firm.name);
    expect(bytes.toString('utf8')).toContain('>Tšhwane &amp; Müller &lt;Associates&gt;<');
  });

  it('is rejected if the PDF fonts lack one of its letters', async () => {
    const firm = companyFrom({ COMPANY_NAME: '協会 Office' });
    await expect(renderDocument(termsFor(firm), firm)).rejects.toThrow('lack 協 会');
  });

  it('may be long enough for the contents to continue on a second page', async () => {
    const firm = companyFrom({ COMPANY_NAME: 'The Office Of Associations '.repeat(24).trim() });
    const document = termsFor(firm);
    const { text } = await readPdf(await renderDocument(document, firm));
    for (const passage of document.introduction) expect(text).toContain(passage);
    const entries = document.sections.map(({ marker, title }) => `${marker} ${title}`);
    for (const entry of entries) expect(text.split(entry), entry).toHaveLength(3);
  });
});
