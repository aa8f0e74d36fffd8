import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate } from 'react-router-dom';

import { pages, pagesInNavigation, type PageName } from '../page-list.ts';
import { officePath } from '../paths.ts';
import { Prose } from '../ui.tsx';
import { NotFoundPage, PageError } from './PageError.tsx';
import { useSession } from './session.tsx';
import { Shell } from './Shell.tsx';

const components: Record<Exclude<PageName, 'signIn'>, () => Promise<ComponentType>> = {
  enquiries: async () => (await import('../enquiries/EnquiriesPage.tsx')).EnquiriesPage,
  enquiry: async () => (await import('../enquiries/EnquiryPage.tsx')).EnquiryPage,
  spam: async () => (await import('../enquiries/EnquiriesPage.tsx')).SpamPage,
  templates: async () => (await import('../enquiries/TemplatesPage.tsx')).TemplatesPage,
  blockList: async () => (await import('../features/block-list/BlockListPage.tsx')).BlockListPage,
  accounts: async () => (await import('../accounts/AccountsPage.tsx')).AccountsPage,
  people: async () => (await import('../features/people/PeoplePage.tsx')).PeoplePage,
  answer: async () => (await import('../features/people/AnswerPage.tsx')).AnswerPage,
  audit: async () => (await import('../features/audit/AuditPage.tsx')).AuditPage,
  overview: async () => (await import('../features/overview/OverviewPage.tsx')).OverviewPage,
  status: async () => (await import('../features/status/StatusPage.tsx')).StatusPage,
  runbooks: async () => (await import('../features/status/RunbooksPage.tsx')).RunbooksPage,
  account: async () => (await import('../accounts/AccountPage.tsx')).AccountPage,
  forgot: async () => (await import('../accounts/LinkPages.tsx')).ForgotPage,
  welcome: async () => (await import('../accounts/LinkPages.tsx')).WelcomePage,
};

const names = Object.keys(components) as (keyof typeof components)[];

const routesIn = (isPublic: boolean) =>
  names
    .filter((name) => (pages[name].right === 'anybody') === isPublic)
    .map((name) => ({
      path: pages[name].path,
      handle: pages[name].right,
      errorElement: <PageError />,
      HydrateFallback: () => <Prose aria-busy="true">Loading …</Prose>,
      lazy: async () => ({ Component: await components[name]() }),
    }));

export const router = createBrowserRouter(
  [
    ...routesIn(true),
    {
      element: <Shell />,
      errorElement: <PageError />,
      children: [
        { index: true, element: <FirstPage /> },
        { path: pages.signIn.path, element: <FirstPage /> },
        ...routesIn(false),
        { path: '*', element: <NotFoundPage /> },
      ],
    },
  ],
  {
    basename: officePath,
    future: {
      v7_relativeSplatPath: true,
      v7_fetcherPersist: true,
      v7_normalizeFormMethod: true,
      v7_partialHydration: true,
      v7_skipActionErrorRevalidation: true,
    },
  },
);

function FirstPage() {
  const { role } = useSession();
  const [first = 'account'] = pagesInNavigation(role);
  return <Navigate to={pages[first].path} replace />;
}
