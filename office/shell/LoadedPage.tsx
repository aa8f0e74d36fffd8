import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';

import { pages, type PageName } from '../page-list.ts';
import { Panel } from '../controls/Panel.tsx';
import { Read } from '../controls/Read.tsx';
import { untilItIsBack } from './use-operation.ts';
import { RequestError } from './request.ts';
import { PageTitle } from './PageTitle.tsx';

interface LoadedPageProps {
  name: PageName;
  load: () => Promise<ComponentType>;
}

/** A page whose code is loaded when it is first opened, and tried again where that fails. */
export function LoadedPage({ name, load }: LoadedPageProps) {
  const query = useQuery({
    queryKey: ['page', name],
    queryFn: () =>
      load().then(
        (Component) => ({ Component }),
        () => {
          throw new RequestError(0, 'This page cannot be loaded now. It is tried again by itself.');
        },
      ),
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
