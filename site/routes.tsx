import type { ReactElement } from 'react';
import type { RouteRecord } from 'vite-react-ssg';

import { company } from './content/content.ts';
import { paiaFor, termsFor } from './content/legal-document.ts';
import { pagesFor, type PageName } from './page-list.ts';
import { NotSentPage, SentPage } from './pages/AnswerPages.tsx';
import { HomePage } from './pages/HomePage.tsx';
import { LegalPage } from './pages/legal/LegalPage.tsx';
import { NotFoundPage } from './pages/NotFoundPage.tsx';

const elements: Record<PageName, ReactElement> = {
  home: <HomePage />,
  terms: <LegalPage page="terms" document={termsFor(company)} />,
  paia: <LegalPage page="paia" document={paiaFor(company)} />,
  'not-found': <NotFoundPage />,
  sent: <SentPage />,
  'not-sent': <NotSentPage />,
};

export const routes: RouteRecord[] = Object.entries(pagesFor(company)).map(([name, { path }]) => ({
  path,
  element: elements[name as PageName],
}));
