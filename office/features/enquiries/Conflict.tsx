import { useEffect } from 'react';

import { useLoadedDialog } from '../../shell/use-loaded-dialog.ts';
import type { Changes } from './use-changes.ts';

/** The dialog about a colleague's change, loaded when there is a conflict. */
export function Conflict({ changes }: { changes: Changes }) {
  const { Dialog, open } = useLoadedDialog(
    async () => (await import('./ConflictDialog.tsx')).ConflictDialog,
  );
  const { conflict } = changes;
  useEffect(() => {
    if (conflict) open();
    // Only a new conflict opens it.
  }, [conflict]);
  return Dialog && <Dialog changes={changes} />;
}
