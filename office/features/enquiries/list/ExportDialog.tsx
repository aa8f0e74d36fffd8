import { useState } from 'react';
import { styled } from 'styled-components';

import { media, space } from '../../../../design/tokens.ts';
import { officeApi } from '../../../office-api.ts';
import { listNames, listOf } from '../state.ts';
import type { ListWish } from './use-list.ts';
import { Button } from '../../../controls/Button.tsx';
import { Dialog, DialogForm } from '../../../controls/Dialog.tsx';
import { Field } from '../../../controls/Field.tsx';
import { Message } from '../../../controls/Message.tsx';
import { RadioGroup } from '../../../controls/RadioGroup.tsx';
import { Choice } from '../../../controls/Select.tsx';
import { useDownload } from '../../../shell/use-operation.ts';

/** The list that is selected when the dialog opens, and the filter of the page. */
export type ExportProps = Partial<ListWish>;

const tabWords = Object.fromEntries(
  listNames.map((name) => [name, listOf(name).longLabel ?? listOf(name).label]),
);

const formats = { xlsx: { label: 'Excel workbook' }, csv: { label: 'CSV' } };

export function ExportDialog({ onClose, ...list }: ExportProps & { onClose: () => void }) {
  const { tab = 'all', oldestFirst: _order, from, to, ...limits } = list;
  const isLimited = Object.values(limits).some((value) => value !== undefined);
  const file = useDownload('enquiry.export');
  const [fault, setFault] = useState<string>();
  function submit(values: object): void {
    const given = Object.entries(values).filter(([, value]) => value !== '');
    const wanted = { ...limits, reason: '', ...Object.fromEntries(given) };
    const { success, data, error } = officeApi['enquiry.export'].request.safeParse(wanted);
    setFault(success ? undefined : `The reason ${error.issues[0]?.message ?? 'is missing'}.`);
    if (success) file.mutate(data);
  }
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
  return (
    <DialogForm
      title="Export enquiries"
      action={file.isPending ? 'Preparing file …' : 'Save file'}
      isBusy={file.isPending}
      error={file.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Choice label="List" name="tab" options={tabWords} defaultValue={tab} />
      <Dates>
        <Field label="Received on or after" name="from" type="date" defaultValue={from} />
        <Field label="Received on or before" name="to" type="date" defaultValue={to} />
      </Dates>
      {isLimited && <p>Only enquiries that match the search and filter are exported.</p>}
      <RadioGroup legend="Format" name="format" defaultValue="xlsx" options={formats} />
      <Field
        label="Reason for export"
        name="reason"
        error={fault}
        hint="Kept in the audit trail. Don’t include names."
      />
    </DialogForm>
  );
}

const Dates = styled.div`
  display: grid;
  gap: ${space.medium};
  width: 100%;

  ${media.medium} {
    grid-template-columns: 1fr 1fr;
  }
`;
