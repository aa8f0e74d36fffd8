import { mayAs, type Role } from '../contract/roles.ts';

/** A page of the office, by the path that is below `/ops`. */
interface Page {
  path: string;
  title: string;
  /** The least that whoever opens it may do; `anybody` has not to be signed in. */
  role: Role | 'anybody';
  /** Whether the navigation leads there. */
  inNavigation?: boolean;
}

/** Every page: the server answers for these paths, the router shows them, in this order. */
export const pages = {
  enquiries: { path: '/enquiries', title: 'Enquiries', role: 'staff', inNavigation: true },
  enquiry: { path: '/enquiries/:reference', title: 'Enquiry', role: 'staff' },
  spam: { path: '/spam', title: 'Held as spam', role: 'staff', inNavigation: true },
  people: { path: '/people', title: 'People', role: 'officer', inNavigation: true },
  overview: { path: '/overview', title: 'Overview', role: 'staff', inNavigation: true },
  status: { path: '/status', title: 'On call', role: 'ops', inNavigation: true },
  accounts: { path: '/accounts', title: 'Accounts', role: 'officer', inNavigation: true },
  audit: { path: '/audit', title: 'Audit trail', role: 'officer', inNavigation: true },
  account: { path: '/account', title: 'Your account', role: 'ops' },
  signIn: { path: '/sign-in', title: 'Sign in', role: 'anybody' },
  welcome: { path: '/welcome', title: 'Choose a password', role: 'anybody' },
} satisfies Record<string, Page>;

export type PageName = keyof typeof pages;

/** The pages that a role finds in the navigation, of those that there are, in their order. */
export function pagesInNavigation(built: ReadonlySet<PageName>, role: Role): PageName[] {
  return (Object.keys(pages) as PageName[]).filter((name) => {
    const page = pages[name];
    return 'inNavigation' in page && built.has(name) && mayAs(role, page.role);
  });
}
