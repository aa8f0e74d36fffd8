import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';

import { refuseUnlessOk, send } from './api-request.ts';

/** Creates a client whose results never go stale and are refetched only when invalidated. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: queryFn({ on401: 'throw' }),
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: Infinity,
        retry: false,
      },
      mutations: { retry: false },
    },
  });
}

export const queryClient = createQueryClient();

/** Reads JSON from the URL that the parts of a query key form. A 401 throws, or answers null. */
export function queryFn({ on401 }: { on401: 'throw' | 'null' }) {
  return async ({ queryKey }: Pick<QueryFunctionContext, 'queryKey'>): Promise<unknown> => {
    const response = await send(queryKey.join('/'), { method: 'GET' });
    if (on401 === 'null' && response.status === 401) return null;
    await refuseUnlessOk(response);
    return response.json();
  };
}
