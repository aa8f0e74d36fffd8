import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';

import { officePath } from '../action.ts';
import { pages, type PageName } from '../page-list.ts';
import { Panel } from '../controls/Panel.tsx';
import { Read } from '../controls/Read.tsx';
import { retryWhileDown } from './use-operation.ts';
import { RequestError } from './request.ts';
import { reloadPage } from './session.tsx';
import { PageTitle } from './PageTitle.tsx';

interface LoadedPageProps {
  name: PageName;
  load: () => Promise<ComponentType>;
}

/** A page whose code is loaded on first use, with retries. */
export function LoadedPage({ name, load }: LoadedPageProps) {
  const query = useQuery({
    queryKey: ['page', name],
    queryFn: async () => ({ Component: await loadPage(load) }),
    refetchInterval: retryWhileDown,
  });
  if (query.data) return <query.data.Component />;
  const { title } = pages[name];
  return (
    <>
      {query.error && <PageTitle title={title} />}
      <Panel aria-label={title}>
        <Read query={query}>{() => null}</Read>
      </Panel>
    </>
  );
}

/** The key in session storage for the outdated build that last made the page reload. */
const key = 'reloaded';

/**
 * Loads the code of a page or a dialog. If a deployment has replaced that code, reloads the page,
 * but only once per build. Drafts survive the reload.
 *
 * @throws RequestError whose message can be shown.
 */
export async function loadPage<Props>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  try {
    return await load();
  } catch {
    const own = document.querySelector('script[src]')?.getAttribute('src') ?? '';
    if (sessionStorage.getItem(key) === own || !(await isReplaced(own))) {
      throw new RequestError(
        0,
        'This page cannot be loaded at the moment. Retrying automatically.',
      );
    }
    sessionStorage.setItem(key, own);
    reloadPage();
    return new Promise(() => undefined);
  }
}

/** Whether the server now serves another build; false if it cannot be reached. */
async function isReplaced(script: string): Promise<boolean> {
  try {
    const answer = await fetch(officePath, { cache: 'no-store' });
    return answer.ok && !(await answer.text()).includes(script);
  } catch {
    return false;
  }
}
