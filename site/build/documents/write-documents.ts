import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { builtDocuments, type Company } from '../../../contract/company.ts';
import { paiaFor, termsFor } from '../../content/legal-document.ts';
import { renderDocument } from './render-document.ts';

/** Writes the PDFs of the legal pages, except those that the firm replaces with its own. */
export async function writeDocuments(company: Company, outDir: string): Promise<string[]> {
  const documents = { terms: termsFor(company), paia: paiaFor(company) };
  const written: string[] = [];
  for (const name of ['terms', 'paia'] as const) {
    if (company.documents[name] !== builtDocuments[name]) continue;
    const file = join(outDir, builtDocuments[name]);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await renderDocument(documents[name], company));
    written.push(file);
  }
  return written;
}
