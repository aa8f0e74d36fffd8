import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { builtDocuments, type Company } from '../../../contract/company.ts';
import { paiaFor, termsFor } from '../../content/legal-document.ts';
import { renderDocument } from './render-document.ts';

/** Writes the PDFs that the pages link to, except those hosted elsewhere. Returns their paths. */
export async function writeDocuments(company: Company, outDir: string): Promise<string[]> {
  const printed = [
    { url: builtDocuments.terms, wanted: company.documents.terms, document: termsFor(company) },
    { url: builtDocuments.paia, wanted: company.documents.paia, document: paiaFor(company) },
  ];
  const written: string[] = [];
  for (const { url, wanted, document } of printed) {
    if (wanted !== url) continue;
    const file = join(outDir, url);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await renderDocument(document, company));
    written.push(file);
  }
  return written;
}
