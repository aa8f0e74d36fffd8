import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate } from 'react-router-dom';

import { officePath } from '../paths.ts';
import { pages, pagesInNavigation, type PageName } from '../page-list.ts';
import { useSession } from './session.tsx';
import { Prose } from '../ui.tsx';
import { NotFoundPage, PageError } from './PageError.tsx';
import { Shell } from './Shell.tsx';

type Load = () => Promise<{ Component: ComponentType }>;

const components: Record<Exclude<PageName, 'signIn'>, Load> = {
  enquiries: async () => ({
    Component: (await import('../enquiries/EnquiriesPage.tsx')).EnquiriesPage,
  }),
  enquiry: async () => ({
    Component: (await import('../enquiries/EnquiryPage.tsx')).EnquiryPage,
  }),
  spam: async () => ({
    Component: (await import('../enquiries/EnquiriesPage.tsx')).SpamPage,
  }),
  templates: async () => ({
    Component: (await import('../enquiries/TemplatesPage.tsx')).TemplatesPage,
  }),
  blockList: async () => ({
    Component: (await import('../features/block-list/BlockListPage.tsx')).BlockListPage,
  }),
  accounts: async () => ({
    Component: (await import('../accounts/AccountsPage.tsx')).AccountsPage,
  }),
  otherAccount: async () => ({
    Component: (await import('../accounts/OtherAccountPage.tsx')).OtherAccountPage,
  }),
  people: async () => ({
    Component: (await import('../features/people/PeoplePage.tsx')).PeoplePage,
  }),
  answer: async () => ({
    Component: (await import('../features/people/AnswerPage.tsx')).AnswerPage,
  }),
  audit: async () => ({ Component: (await import('../features/audit/AuditPage.tsx')).AuditPage }),
  overview: async () => ({
    Component: (await import('../features/overview/OverviewPage.tsx')).OverviewPage,
  }),
  status: async () => ({
    Component: (await import('../features/status/StatusPage.tsx')).StatusPage,
  }),
  runbooks: async () => ({
    Component: (await import('../features/status/RunbooksPage.tsx')).RunbooksPage,
  }),
  account: async () => ({
    Component: (await import('../accounts/AccountPage.tsx')).AccountPage,
  }),
  forgot: async () => ({
    Component: (await import('../accounts/ForgotPage.tsx')).ForgotPage,
  }),
  welcome: async () => ({
    Component: (await import('../accounts/WelcomePage.tsx')).WelcomePage,
  }),
};

const loaders = Object.entries(components) as [PageName, Load][];

const routesIn = (isPublic: boolean) =>
  loaders
    .filter(([name]) => (pages[name].right === 'anybody') === isPublic)
    .map(([name, load]) => ({
      path: pages[name].path,
      handle: pages[name].right,
      errorElement: <PageError />,
      HydrateFallback: Loading,
      lazy: load,
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

function Loading() {
  return <Prose aria-busy="true">Loading …</Prose>;
}
