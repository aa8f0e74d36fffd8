import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';

import { pages, type PageName } from '../page-list.ts';
import { Panel } from '../controls/Panel.tsx';
import { Read } from '../controls/Read.tsx';
import { hasBegunNote } from '../controls/use-memory.ts';
import { untilItIsBack } from './use-operation.ts';
import { loadPage } from './load-page.ts';
import { PageTitle } from './PageTitle.tsx';

interface LoadedPageProps {
  name: PageName;
  load: () => Promise<ComponentType>;
}

/** A page whose code is loaded on first use, with retries. */
export function LoadedPage({ name, load }: LoadedPageProps) {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: ['page', name],
    queryFn: async () => ({ Component: await loadPage(load, () => !hasBegunNote(queryClient)) }),
    refetchInterval: untilItIsBack,
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
