import type { RouteRecord } from 'vite-react-ssg';

import { homeMeta, notFoundMeta, paiaMeta, termsMeta } from './content/meta.ts';
import { PageHead } from './PageHead.tsx';
import { HomePage } from './pages/HomePage.tsx';
import { NotFoundPage } from './pages/NotFoundPage.tsx';
import { PaiaPage } from './pages/PaiaPage.tsx';
import { TermsPage } from './pages/TermsPage.tsx';

const pages = [
  { meta: homeMeta, page: <HomePage /> },
  { meta: termsMeta, page: <TermsPage /> },
  { meta: paiaMeta, page: <PaiaPage /> },
  // A path with a star would never be rendered; the build moves this one to /404.html.
  { meta: notFoundMeta, page: <NotFoundPage /> },
];

export const routes: RouteRecord[] = pages.map(({ meta, page }) => ({
  path: meta.path,
  element: (
    <>
      <PageHead meta={meta} />
      {page}
    </>
  ),
}));
