import { Button } from '../../../controls/Button.tsx';
import { useSession } from '../../../shell/session.tsx';
import { useLoadedDialog } from '../../../shell/use-loaded-dialog.ts';
import type { ExportProps } from './ExportDialog.tsx';

export function ExportEnquiries(list: ExportProps) {
  const { may } = useSession();
  const { Dialog, open, close } = useLoadedDialog(
    async () => (await import('./ExportDialog.tsx')).ExportDialog,
  );
  if (!may('enquiry.export')) return null;
  return (
    <>
      <Button $small $quiet onClick={open}>
        Export enquiries …
      </Button>
      {Dialog && <Dialog {...list} onClose={close} />}
    </>
  );
}
