import type { Company } from '../../contract/company.ts';
import { renderImages } from '../art/render-images.ts';
import { writeDocuments } from '../documents/write-documents.ts';
import { writeSiteFiles } from '../pages/seo/write-site-files.ts';
import { finishPages } from './finish-pages.ts';
import { precompressAll } from './precompress.ts';
import { writeHeaders } from './write-headers.ts';

interface FinishSiteOptions {
  company: Company;
  /** Where the form may be sent besides the site's own origin. */
  apiOrigin?: string | undefined;
}

/** Turns what the generator leaves in `dist/` into what is served. */
export async function finishSite(
  dist: string,
  { company, apiOrigin }: FinishSiteOptions,
): Promise<void> {
  await finishPages(dist);
  await renderImages(dist, company);
  await writeSiteFiles(dist, company);
  await writeHeaders(dist, { apiOrigin });
  // The other processors compress while this one sets the documents.
  await Promise.all([precompressAll(dist), writeDocuments(company, dist)]);
}
