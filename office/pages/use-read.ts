import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type * as z from 'zod/mini';

import { request } from './request.ts';

/**
 * Reads JSON from an address of the office, once, and again when `[path]` is invalidated:
 * `queryClient.invalidateQueries({ queryKey: [path] })`.
 */
export function useRead<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
): UseQueryResult<z.output<Schema>> {
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => request(path, { schema, signal }),
  });
}
