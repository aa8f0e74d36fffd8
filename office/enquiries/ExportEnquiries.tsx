import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { save } from '../client.ts';
import { officeApiPath } from '../paths.ts';
import { useSession } from '../shell/session.tsx';
import { Button, Choice, Dialog, DialogForm, Field, Message, Pair, RadioGroup } from '../ui.tsx';
import type { InputOf } from './api.ts';
import { listLabels } from './lists.ts';
import type { ListWish } from './use-enquiry-list.ts';

type Export = InputOf<'enquiry.export'>;

const formats = { xlsx: { label: 'Excel workbook' }, csv: { label: 'CSV' } };
const options = { ...listLabels, all: 'All except spam' };

/** A button that saves the enquiries of a list, with the filter of the page, as a file. */
export function ExportEnquiries(wish: Partial<ListWish>) {
  const { may } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  if (!may('enquiry.export')) return null;
  return (
    <>
      <Button $small $quiet onClick={() => setIsOpen(true)}>
        Export enquiries …
      </Button>
      {isOpen && <ExportDialog {...wish} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ExportDialog({ onClose, ...wish }: Partial<ListWish> & { onClose: () => void }) {
  const { list = 'all', oldestFirst: _order, from, to, ...limits } = wish;
  const isLimited = Object.keys(limits).length > 0;
  const file = useMutation({
    mutationFn: (wanted: Export) => save(`${officeApiPath}/enquiry.export`, wanted),
  });
  if (file.data !== undefined) {
    return (
      <Dialog title="File saved" onClose={onClose}>
        <Message role="status">
          {file.data} contains personal data. Keep it where only you can read it, and delete it
          after use.
        </Message>
        <Button $small autoFocus onClick={onClose}>
          Close
        </Button>
      </Dialog>
    );
  }
  function submit(values: Export): void {
    const given = Object.entries(values).filter(([, value]) => value !== '');
    file.mutate({ ...limits, ...(Object.fromEntries(given) as unknown as Export) });
  }
  return (
    <DialogForm
      title="Export enquiries"
      action={file.isPending ? 'Preparing file …' : 'Save file'}
      isBusy={file.isPending}
      error={file.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Choice label="List" name="list" options={options} defaultValue={list} />
      <Pair>
        <Field label="Received on or after" name="from" type="date" defaultValue={from} />
        <Field label="Received on or before" name="to" type="date" defaultValue={to} />
      </Pair>
      {isLimited && <p>Only enquiries that match the search and filter are exported.</p>}
      <RadioGroup legend="Format" name="format" defaultValue="xlsx" options={formats} />
      <Field
        label="Reason for export"
        name="reason"
        required
        minLength={5}
        maxLength={200}
        hint="Kept in the audit trail. Don’t include names."
      />
    </DialogForm>
  );
}
