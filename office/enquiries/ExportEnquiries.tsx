import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { save } from '../client.ts';
import { officeApiPath } from '../paths.ts';
import { useSession } from '../shell/session.tsx';
import { useToast } from '../toast.tsx';
import { Button, Choice, DialogForm, Field, Pair } from '../ui.tsx';
import type { InputOf } from '../api.ts';
import { listLabels } from './lists.ts';
import type { ListWish } from './use-enquiry-list.ts';

type Export = InputOf<'enquiry.export'>;

const formats = { xlsx: 'Excel workbook', csv: 'CSV' };
const options = { ...listLabels, all: 'All except spam' };

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
  const toast = useToast();
  const file = useMutation({
    mutationFn: (wanted: Export) => save(`${officeApiPath}/enquiry.export`, wanted),
    onSuccess(name) {
      onClose();
      toast({ words: `${name} contains personal data. Delete it after use.` });
    },
  });
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
      <Choice label="Format" name="format" options={formats} />
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
