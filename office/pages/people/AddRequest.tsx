import { useQueryClient } from '@tanstack/react-query';
import { useId, type SubmitEvent } from 'react';

import { requestKinds } from '../../../contract/person-requests.ts';
import type { RequestOf } from '../../office-api.ts';
import { Button } from '../controls/Button.tsx';
import { Dialog, DialogActions } from '../controls/Dialog.tsx';
import { Field, Label } from '../controls/Field.tsx';
import { Form } from '../controls/Form.tsx';
import { readForm } from '../controls/read-form.ts';
import { Select } from '../controls/Select.tsx';
import { useCall } from '../operation.ts';
import { useAnnounce } from '../shell/announce.tsx';
import { Choice } from './Register.tsx';
import { dayOf, kindWords } from './words.ts';

/** Puts a request into the register. */
export function AddRequest({ onClose }: { onClose: () => void }) {
  const kindId = useId();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const add = useCall('addRequest');
  const today = dayOf(new Date());
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    const { day, ...request } = readForm(event) as unknown as RequestOf<'addRequest'> & {
      day: string;
    };
    const receivedAt = new Date(`${day}T00:00:00+02:00`).toISOString();
    add.mutate(
      { ...request, receivedAt },
      {
        onSuccess() {
          void queryClient.invalidateQueries({ queryKey: ['listRequests'] });
          announce(`The request of ${request.who} is in the register.`);
          onClose();
        },
      },
    );
  }
  return (
    <Dialog title="Add a request" onClose={onClose}>
      <Form onSubmit={submit} error={add.error}>
        <Field label="Who asks" name="who" required maxLength={200} autoComplete="off" />
        <Field
          label="E-mail address"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
        />
        <Choice>
          <Label htmlFor={kindId}>What they ask</Label>
          <Select id={kindId} name="kind">
            {requestKinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindWords[kind]}
              </option>
            ))}
          </Select>
        </Choice>
        <Field
          label="Received on"
          name="day"
          type="date"
          required
          defaultValue={today}
          max={today}
          hint="It is to be answered within 30 days of this."
        />
        <DialogActions>
          <Button type="submit" $small disabled={add.isPending}>
            Add it
          </Button>
          <Button $small $quiet onClick={onClose}>
            Cancel
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
