import { mayAs, type Role } from '../../../contract/roles.ts';
import { pages, type PageName } from '../../page-list.ts';

/** The pages that a role finds in the navigation, of those that there are, in their order. */
export function pagesInNavigation(built: ReadonlySet<PageName>, role: Role): PageName[] {
  return (Object.keys(pages) as PageName[]).filter((name) => {
    const page = pages[name];
    return 'inNavigation' in page && built.has(name) && mayAs(role, page.role);
  });
}
