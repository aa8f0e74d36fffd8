import { useQuery } from '@tanstack/react-query';

import { loadPage } from '../../shell/LoadedPage.tsx';
import { retryWhileDown } from '../../shell/use-operation.ts';
import type { Changes } from './use-changes.ts';

/**
 * Shows the dialog about a colleague's conflicting change. The dialog's code is loaded when the
 * first conflict occurs, and loading is retried if it fails.
 */
export function Conflict({ changes }: { changes: Changes }) {
  const query = useQuery({
    queryKey: ['dialog', 'conflict'],
    queryFn: async () => ({
      ConflictDialog: await loadPage(
        async () => (await import('./ConflictDialog.tsx')).ConflictDialog,
      ),
    }),
    enabled: changes.conflict !== undefined,
    refetchInterval: retryWhileDown,
  });
  return query.data && <query.data.ConflictDialog changes={changes} />;
}
