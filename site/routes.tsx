import type { ReactElement } from 'react';
import type { RouteRecord } from 'vite-react-ssg';

import { company } from './content/content.ts';
import { paiaFor, termsFor } from './content/legal-document.ts';
import { pagesFor, templatePagesFor, type AnyPageName } from './page-list.ts';
import { NoticePage, ReceiptPage, RefusalPage } from './pages/AnswerPages.tsx';
import { HomePage } from './pages/HomePage.tsx';
import { LegalPage } from './pages/legal/LegalPage.tsx';
import { NotFoundPage } from './pages/NotFoundPage.tsx';

const elements: Record<AnyPageName, ReactElement> = {
  home: <HomePage />,
  terms: <LegalPage page="terms" document={termsFor(company)} />,
  paia: <LegalPage page="paia" document={paiaFor(company)} />,
  'not-found': <NotFoundPage />,
  receipt: <ReceiptPage />,
  refusal: <RefusalPage />,
  notice: <NoticePage />,
};

const pages = { ...pagesFor(company), ...templatePagesFor(company) };

export const routes: RouteRecord[] = Object.entries(pages).map(([name, { path }]) => ({
  path,
  element: elements[name as AnyPageName],
}));
