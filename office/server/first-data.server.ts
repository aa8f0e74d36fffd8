import type { Request, RequestHandler, Response } from 'express';

import { withTimeout } from '../../platform/timeout.ts';
import { officeApi, type ActionName, type FirstData } from '../office-api.ts';
import { tabsOf } from '../features/enquiries/state.ts';
import { pages, pagesInNavigation, type PageName } from '../page-list.ts';
import { may, type Right } from '../rights.ts';
import { staffOf, type Guard } from '../shell/sign-in/require-staff.server.ts';
import type { Context } from './context.ts';
import type { Route } from './route.ts';

/**
 * Milliseconds to wait for the data. After that, the page is sent without it and requests it later.
 */
const maxWait = 4_000;

/**
 * Returns a function that reads the data for a page's first render, with the same checks and audit
 * records as the page's own requests. The function resolves to the page's name and data. It
 * resolves to undefined if there is no session, the page is not displayed (for example, only
 * prefetched), or the data cannot be read in time.
 */
export function createFirstData(
  { cookie, taskAs }: Pick<Context, 'cookie' | 'taskAs'>,
  guard: Guard,
  routes: readonly Route[],
) {
  const admit = guard({ right: 'own.account' });
  const answers = new Map(routes.map(({ name, answer }) => [name, answer]));

  async function readAll(request: Request, response: Response, page: PageName | undefined) {
    await pass(admit, request, response);
    const { role } = staffOf(response);
    const shown = page ?? pagesInNavigation(role)[0] ?? 'account';
    const isAllowed = (right: Right | 'anybody') => right === 'anybody' || may(role, right);
    const wanted = [...onEvery, ...(isAllowed(pages[shown].right) ? wantedBy(shown, request) : [])];
    const task = taskAs(response.locals.account, request, response.locals.session);
    const read = wanted.map(async ([name, body]): Promise<FirstData> => {
      if (!isAllowed(officeApi[name].right)) return [];
      const answer = await answers.get(name)?.(task, body ?? {}, response);
      return answer === undefined ? [] : [[name, body, answer]];
    });
    const settled = await Promise.allSettled(read);
    return {
      page: shown,
      data: settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
    };
  }

  return async (request: Request, response: Response, page: PageName | undefined) => {
    const { 'sec-fetch-dest': use, 'sec-purpose': purpose } = request.headers;
    // Only a page that is shown counts as read: not a prefetched page or a script's request.
    const isShown = request.method === 'GET' && use === 'document' && purpose === undefined;
    if (!isShown || cookie.read(request) === undefined) return undefined;
    return withTimeout(maxWait, readAll(request, response, page)).catch(() => undefined);
  };
}

type Wanted = [name: ActionName, body?: object];

const onEvery: Wanted[] = [['session.read'], ['request.due']];

function wantedBy(page: PageName, request: Request): Wanted[] {
  const tab = page === 'enquiries' ? listIn(request) : undefined;
  if (tab === undefined) return [];
  return [
    ['account.names'],
    ['enquiry.colleagues'],
    ['enquiry.tags'],
    ['enquiry.list', { tab, limit: 50 }],
  ];
}

/**
 * The tab that an address selects; undefined if the address sets a filter or has an unknown tab.
 */
function listIn({ originalUrl }: Request): string | undefined {
  const { searchParams } = new URL(originalUrl, 'http://localhost');
  const tabs: readonly string[] = tabsOf('enquiries');
  const { tab = tabs[0], ...filter } = Object.fromEntries(searchParams);
  return Object.keys(filter).length === 0 && tab && tabs.includes(tab) ? tab : undefined;
}

/**
 * Resolves when the handler calls `next`; rejects if the handler fails or passes an error to
 * `next`.
 */
function pass(handler: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (cause?: unknown) =>
      cause ? reject(new Error('Not admitted.', { cause })) : resolve();
    Promise.resolve(handler(request, response, next)).catch(reject);
  });
}
