import { Navigate } from 'react-router-dom';

import { pages, type PageName } from '../../page-list.ts';
import { pagesInNavigation } from './pages-in-navigation.ts';
import { useSession } from '../session.tsx';

/** Leads on to the first page that the role may open. */
export function FirstPage({ built }: { built: ReadonlySet<PageName> }) {
  const { role } = useSession();
  const [first = 'account'] = pagesInNavigation(built, role);
  return <Navigate to={pages[first].path} replace />;
}
