import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Button } from './Button.tsx';
import { ErrorMessage } from './Message.tsx';
import { Prose } from './Panel.tsx';

interface ReadProps<Data> {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

/** Shows the data of a query, its loading state or its error. */
export function Read<Data>({ query, children }: ReadProps<Data>) {
  const { data, error, refetch, isFetching } = query;
  if (data !== undefined) return children(data);
  if (!error) return <Prose aria-busy="true">Loading …</Prose>;
  return (
    <>
      <ErrorMessage error={error} />
      <Button $quiet $small disabled={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </>
  );
}
