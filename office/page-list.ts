import type { Role } from '#contract/roles.ts';
import { may, type Right } from './rights.ts';

/** A page of the enquiries desk, with its path below `/ops`. */
interface Page {
  path: string;
  title: string;
  /** The required right; `anybody` means without signing in. */
  right: Right | 'anybody';
  inNavigation?: boolean;
}

/** Every page, in the order of the navigation, except that the navigation shows Accounts last. */
export const pages = {
  enquiries: { path: '/enquiries', title: 'Enquiries', right: 'enquiry.read', inNavigation: true },
  enquiry: { path: '/enquiries/:reference', title: 'Enquiry', right: 'enquiry.read' },
  templates: { path: '/templates', title: 'Reply templates', right: 'enquiry.read' },
  spam: { path: '/spam', title: 'Spam', right: 'enquiry.read', inNavigation: true },
  blockList: { path: '/spam/block-list', title: 'Block list', right: 'enquiry.read' },
  people: { path: '/people', title: 'People', right: 'person.read', inNavigation: true },
  overview: { path: '/overview', title: 'Overview', right: 'enquiry.read', inNavigation: true },
  status: { path: '/status', title: 'Status', right: 'status.read', inNavigation: true },
  accounts: { path: '/accounts', title: 'Accounts', right: 'account.manage', inNavigation: true },
  audit: { path: '/audit', title: 'Audit trail', right: 'audit.read', inNavigation: true },
  runbooks: { path: '/runbooks', title: 'Runbooks', right: 'anybody' },
  account: { path: '/account', title: 'My account', right: 'own.account' },
  signIn: { path: '/sign-in', title: 'Sign in', right: 'anybody' },
  welcome: { path: '/welcome', title: 'Choose a password', right: 'anybody' },
} satisfies Record<string, Page>;

export type PageName = keyof typeof pages;

export function pagesInNavigation(role: Role): PageName[] {
  return (Object.keys(pages) as PageName[]).filter((name) => {
    const page = pages[name];
    return 'inNavigation' in page && may(role, page.right);
  });
}

/** The anchor of a section in the runbooks, in the same form as on GitHub. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
