import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { builtDocuments, companyFrom } from '../../../contract/company.ts';
import { firm } from '../../../firm/firm.ts';
import { writeDocuments } from './write-documents.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
});

afterEach(() => rm(folder, { recursive: true }));

it('writes each document to the path that pages link to', async () => {
  const company = companyFrom({ ...firm, documents: builtDocuments });
  expect(await writeDocuments(company, folder)).toEqual([
    join(folder, builtDocuments.terms),
    join(folder, builtDocuments.paia),
  ]);
  expect(await readdir(join(folder, 'documents'))).toEqual([
    'paia-manual.pdf',
    'terms-and-conditions.pdf',
  ]);
});

it('does not write a document that is hosted elsewhere', async () => {
  const terms = 'https://example.org/terms.pdf';
  const company = companyFrom({ ...firm, documents: { ...builtDocuments, terms } });
  expect(await writeDocuments(company, folder)).toEqual([join(folder, company.documents.paia)]);
});
