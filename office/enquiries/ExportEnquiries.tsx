import { lazy, Suspense, useState } from 'react';

import { useSession } from '../shell/session.tsx';
import { Button } from '../ui.tsx';
import type { ListWish } from './use-enquiry-list.ts';

const ExportDialog = lazy(async () => ({
  default: (await import('./ExportDialog.tsx')).ExportDialog,
}));

/** A button that exports a list, with the filter of the page. */
export function ExportEnquiries(wish: Partial<ListWish>) {
  const { may } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  if (!may('enquiry.export')) return null;
  return (
    <>
      <Button $small $quiet onClick={() => setIsOpen(true)}>
        Export enquiries …
      </Button>
      {isOpen && (
        <Suspense>
          <ExportDialog {...wish} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
