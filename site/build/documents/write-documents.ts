import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { builtDocuments, profilePath, type Company } from '../../../contract/company.ts';
import { paiaFor, termsFor, type LegalDocument } from '../../content/legal-document.ts';
import { renderDocument } from './render-document.ts';
import { renderProfile } from './render-profile.ts';

/**
 * Writes the PDFs that pages link to, except those that the firm replaces with its own file or
 * another URL. Returns the written paths.
 */
export async function writeDocuments(company: Company, outDir: string): Promise<string[]> {
  const { documents } = company;
  const all = [
    { url: builtDocuments.terms, wanted: documents.terms, render: legal(termsFor(company)) },
    { url: builtDocuments.paia, wanted: documents.paia, render: legal(paiaFor(company)) },
    { url: profilePath, wanted: profilePath, render: renderProfile },
  ];
  const written: string[] = [];
  for (const { url, wanted, render } of all) {
    if (wanted !== url) continue;
    const file = join(outDir, url);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await render(company));
    written.push(file);
  }
  return written;
}

function legal(document: LegalDocument) {
  return (company: Company) => renderDocument(document, company);
}
