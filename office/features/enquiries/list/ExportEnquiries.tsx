import { Button } from '../../../controls/Button.tsx';
import { useSession } from '../../../shell/session.tsx';
import { useLoadedDialog } from '../../../shell/use-loaded-dialog.ts';
import type { ExportProps } from './ExportDialog.tsx';

/** The button for exporting a list of enquiries, for users who have the right to export. */
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
