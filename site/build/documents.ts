import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Company } from '#contract/company.ts';
import { paiaFor, termsFor } from '../content/legal-document.ts';

const folder = dirname(fileURLToPath(import.meta.url));
const publicFolder = join(folder, '../../firm/public');
const anyMark = /%text-[0-9a-f]{64}\n$/;

/** The PDFs that `npm run documents` prints. The firm's own PDFs are not among them. */
export function printedDocuments(company: Company) {
  const documents = { '/terms': termsFor(company), '/paia': paiaFor(company) };
  return Object.entries(documents)
    .filter(([, { download }]) => download.href.startsWith('/'))
    .map(([path, document]) => ({
      path,
      document,
      file: publicFolder + document.download.href,
      /** The last line of the PDF, after its end, by which we know which text it has. */
      mark: `%text-${createHash('sha256').update(JSON.stringify(document)).digest('hex')}\n`,
    }))
    .filter(({ file }) => !existsSync(file) || anyMark.test(readFileSync(file, 'latin1')));
}

/** A sentence for each PDF that does not have the text of this build. */
export function findStaleDocuments(company: Company): string[] {
  return printedDocuments(company)
    .filter(({ file, mark }) => !existsSync(file) || !readFileSync(file, 'latin1').endsWith(mark))
    .map(({ document }) => `${document.download.href} is not today’s text: run npm run documents`);
}
