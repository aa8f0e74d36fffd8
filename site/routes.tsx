import type { ReactElement } from 'react';
import type { RouteRecord } from 'vite-react-ssg';

import { templateNames } from '../contract/page-templates.ts';
import { locales } from '../firm/locales.ts';
import { company } from './content/company.ts';
import { paiaFor, termsFor } from './content/legal-document.ts';
import { homePath, Locale } from './content/locale.ts';
import { pagesFor, templatePagesFor, templatePath, type AnyPageName } from './page-list.ts';
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
const english = Object.entries(pages).map(([name, { path }]) => ({
  path,
  element: elements[name as AnyPageName],
}));

function routesIn(locale: string): RouteRecord[] {
  const templates = templateNames.map((name) => [templatePath(name, locale), name] as const);
  return [[homePath(locale), 'home'] as const, ...templates].map(([path, name]) => ({
    path,
    element: <Locale value={locale}>{elements[name]}</Locale>,
  }));
}

export const routes: RouteRecord[] = [...english, ...Object.keys(locales).flatMap(routesIn)];
