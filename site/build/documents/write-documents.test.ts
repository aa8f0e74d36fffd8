import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { companyFrom } from '../../../contract/company.ts';
import { writeDocuments } from './write-documents.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
});

afterEach(() => rm(folder, { recursive: true }));

it('writes each document to the path that its page links to', async () => {
  const { documents, ...company } = companyFrom({});
  expect(await writeDocuments({ ...company, documents }, folder)).toEqual([
    join(folder, documents.terms),
    join(folder, documents.paia),
  ]);
  expect(await readdir(join(folder, 'documents'))).toEqual([
    'paia-manual.pdf',
    'terms-and-conditions.pdf',
  ]);
});

it('does not write a document that is hosted elsewhere', async () => {
  const company = companyFrom({ TERMS_PDF_URL: 'https://example.org/terms.pdf' });
  expect(await writeDocuments(company, folder)).toEqual([join(folder, company.documents.paia)]);
});
