import { useState, type SubmitEvent } from 'react';
import { styled } from 'styled-components';

import { space } from '../../../../design/tokens.ts';
import { officeApi } from '../../../office-api.ts';
import { listNames, lists, type ListName } from '../state.ts';
import { Button } from '../../../controls/Button.tsx';
import { Dialog, DialogActions } from '../../../controls/Dialog.tsx';
import { Field } from '../../../controls/Field.tsx';
import { Form, readForm } from '../../../controls/Form.tsx';
import { Message } from '../../../controls/Message.tsx';
import { Choice } from '../../../controls/Select.tsx';
import { useSession } from '../../../shell/session.tsx';
import { useDownload } from '../../../shell/use-operation.ts';

interface ExportProps {
  /** The list that is chosen at first. */
  tab?: ListName;
  /** What the list is searched for, if it is. */
  search?: string;
}

const tabWords = Object.fromEntries(listNames.map((name) => [name, lists[name].label]));

const formats = { xlsx: 'Excel workbook', csv: 'CSV, for other programs' } as const;

/** A button that saves a list of enquiries as a spreadsheet. Why it is wanted is recorded. */
export function ExportEnquiries(list: ExportProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { may } = useSession();
  if (!may('enquiry.export')) return null;
  return (
    <>
      <Button $small $quiet onClick={() => setIsOpen(true)}>
        Export enquiries …
      </Button>
      {isOpen && <ExportDialog {...list} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ExportDialog({ tab = 'all', search, onClose }: ExportProps & { onClose: () => void }) {
  const file = useDownload('enquiry.export');
  const [fault, setFault] = useState<string>();
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    const wanted = { ...readForm(event), ...(search ? { search } : {}) };
    const { success, data, error } = officeApi['enquiry.export'].request.safeParse(wanted);
    setFault(success ? undefined : `The reason ${error.issues[0]?.message ?? 'is missing'}.`);
    if (success) file.mutate(data);
  }
  if (file.data !== undefined) {
    return (
      <Dialog title="The file was saved" onClose={onClose}>
        <Message role="status">
          {file.data} has personal data: keep it where only you can read it, and delete it after
          use.
        </Message>
        <Button $small autoFocus onClick={onClose}>
          Close
        </Button>
      </Dialog>
    );
  }
  return (
    <Dialog title="Export enquiries" onClose={onClose}>
      <Form onSubmit={submit} error={file.error}>
        <Choice label="Which list" name="tab" options={tabWords} defaultValue={tab} />
        {search && <p>Only what the search has found.</p>}
        <Formats>
          <legend>As</legend>
          {Object.entries(formats).map(([format, words]) => (
            <label key={format}>
              <input type="radio" name="format" value={format} defaultChecked={format === 'xlsx'} />
              {words}
            </label>
          ))}
        </Formats>
        <Field
          label="What it is for"
          name="reason"
          autoComplete="off"
          error={fault}
          hint="It is kept with the record of this export. Name no person."
        />
        <DialogActions>
          <Button type="submit" $small disabled={file.isPending}>
            {file.isPending ? 'The file is being made …' : 'Save the file'}
          </Button>
          <Button $small $quiet onClick={onClose}>
            Cancel
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

const Formats = styled.fieldset`
  display: grid;
  min-width: 0;
  padding: 0;
  border: 0;

  legend {
    padding: 0;
    font-size: 0.9375rem;
    font-weight: 600;
  }
  label {
    display: flex;
    align-items: center;
    gap: ${space.small};
    min-height: 2.75rem;
    cursor: pointer;
  }
  input {
    width: 1.25rem;
    height: 1.25rem;
    accent-color: currentColor;
  }
`;
