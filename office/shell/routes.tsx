import { lazy, type ComponentType, type ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';

import { pages, pagesInNavigation, type PageName } from '../page-list.ts';
import { may, type Right } from '../rights.ts';
import { Loaded, NotFoundPage } from './PageError.tsx';
import { useSession, useSessionState } from './session.tsx';
import { Shell } from './Shell.tsx';

const components: Record<Exclude<PageName, 'signIn'>, () => Promise<ComponentType>> = {
  enquiries: async () => (await import('../enquiries/EnquiriesPage.tsx')).EnquiriesPage,
  enquiry: async () => (await import('../enquiries/EnquiryPage.tsx')).EnquiryPage,
  spam: async () => (await import('../enquiries/EnquiriesPage.tsx')).SpamPage,
  templates: async () => (await import('../enquiries/TemplatesPage.tsx')).TemplatesPage,
  blockList: async () => (await import('../block-list/BlockListPage.tsx')).BlockListPage,
  accounts: async () => (await import('../accounts/AccountsPage.tsx')).AccountsPage,
  people: async () => (await import('../people/PeoplePage.tsx')).PeoplePage,
  audit: async () => (await import('../audit/AuditPage.tsx')).AuditPage,
  overview: async () => (await import('../overview/OverviewPage.tsx')).OverviewPage,
  status: async () => (await import('../status/StatusPage.tsx')).StatusPage,
  runbooks: async () => (await import('../status/RunbooksPage.tsx')).RunbooksPage,
  account: async () => (await import('../accounts/AccountPage.tsx')).AccountPage,
  welcome: async () => (await import('../accounts/WelcomePage.tsx')).WelcomePage,
};

const names = Object.keys(components) as (keyof typeof components)[];

const routesIn = (isPublic: boolean) =>
  names
    .filter((name) => (pages[name].right === 'anybody') === isPublic)
    .map((name) => {
      const { path, right } = pages[name];
      const Page = lazy(async () => ({ default: await components[name]() }));
      const page = (
        <Allowed right={right}>
          <Page />
        </Allowed>
      );
      return <Route key={name} path={path} element={page} />;
    });

const publicRoutes = routesIn(true);
const staffRoutes = routesIn(false);

export function Pages() {
  return (
    <Routes>
      {publicRoutes}
      <Route element={<Shell />}>
        <Route index element={<FirstPage />} />
        <Route path={pages.signIn.path} element={<FirstPage />} />
        {staffRoutes}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}

/** A page, for accounts that have the right to it. The server checks every request as well. */
function Allowed({ right, children }: { right: Right | 'anybody'; children: ReactNode }) {
  const { session } = useSessionState();
  const isAllowed = right === 'anybody' || (session && may(session.role, right));
  return isAllowed ? <Loaded>{children}</Loaded> : <NotFoundPage />;
}

function FirstPage() {
  const { role } = useSession();
  const [first = 'account'] = pagesInNavigation(role);
  return <Navigate to={pages[first].path} replace />;
}
