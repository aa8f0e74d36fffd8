import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate } from 'react-router-dom';

import { officePath } from '../action.ts';
import { pages, pagesInNavigation, type PageName } from '../page-list.ts';
import { useSession } from './session.tsx';
import { LoadedPage } from './LoadedPage.tsx';
import { NotFoundPage, PageError } from './PageError.tsx';
import { Shell } from './Shell.tsx';
import { SignInPage } from './sign-in/SignInPage.tsx';

type Load = () => Promise<ComponentType>;

const components: Record<Exclude<PageName, 'signIn'>, Load> = {
  enquiries: () =>
    import('../features/enquiries/list/EnquiriesPage.tsx').then((page) => page.EnquiriesPage),
  enquiry: () =>
    import('../features/enquiries/detail/EnquiryPage.tsx').then((page) => page.EnquiryPage),
  spam: () => import('../features/enquiries/list/SpamPage.tsx').then((page) => page.SpamPage),
  templates: () =>
    import('../features/templates/TemplatesPage.tsx').then((page) => page.TemplatesPage),
  blockList: () =>
    import('../features/block-list/BlockListPage.tsx').then((page) => page.BlockListPage),
  accounts: () => import('../features/accounts/AccountsPage.tsx').then((page) => page.AccountsPage),
  otherAccount: () =>
    import('../features/accounts/OtherAccountPage.tsx').then((page) => page.OtherAccountPage),
  people: () => import('../features/people/PeoplePage.tsx').then((page) => page.PeoplePage),
  answer: () => import('../features/people/AnswerPage.tsx').then((page) => page.AnswerPage),
  audit: () => import('../features/audit/AuditPage.tsx').then((page) => page.AuditPage),
  overview: () => import('../features/overview/OverviewPage.tsx').then((page) => page.OverviewPage),
  status: () => import('../features/status/StatusPage.tsx').then((page) => page.StatusPage),
  runbooks: () => import('../features/status/RunbooksPage.tsx').then((page) => page.RunbooksPage),
  account: () =>
    import('../features/accounts/own/AccountPage.tsx').then((page) => page.AccountPage),
  forgot: () => import('../features/accounts/ForgotPage.tsx').then((page) => page.ForgotPage),
  passkey: () => import('../features/accounts/PasskeyPage.tsx').then((page) => page.PasskeyPage),
  welcome: () => import('../features/accounts/WelcomePage.tsx').then((page) => page.WelcomePage),
};

const loaders = Object.entries(components) as [PageName, Load][];

const routesIn = (isPublic: boolean) =>
  loaders
    .filter(([name]) => (pages[name].right === 'anybody') === isPublic)
    .map(([name, load]) => ({
      path: pages[name].path,
      handle: pages[name].right,
      errorElement: <PageError />,
      element: <LoadedPage key={name} name={name} load={load} />,
    }));

export const router = createBrowserRouter(
  [
    { path: pages.signIn.path, element: <SignInPage />, errorElement: <PageError /> },
    ...routesIn(true),
    {
      element: <Shell />,
      errorElement: <PageError />,
      children: [
        { index: true, element: <FirstPage /> },
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
