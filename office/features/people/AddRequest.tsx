import { useState, type SubmitEvent } from 'react';

import { localDay, momentOf } from '../../../contract/time.ts';
import type { RequestOf } from '../../office-api.ts';
import { DialogForm } from '../../controls/DialogForm.tsx';
import { Field } from '../../controls/Field.tsx';
import { readForm } from '../../controls/Form.tsx';
import { Choice } from '../../controls/Select.tsx';
import { useCall } from '../../shell/use-operation.ts';
import { kindWords } from './words.ts';

/** Adds a request to the register. */
export function AddRequest({ onClose }: { onClose: () => void }) {
  const add = useCall('request.add', {
    invalidates: ['request.list'],
    done: ({ who }) => `Request from ${who} added to the register.`,
    onSuccess: onClose,
  });
  const [today] = useState(() => localDay(new Date()));
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    const { day, ...request } = readForm(event) as unknown as RequestOf<'request.add'> & {
      day: string;
    };
    const receivedAt = momentOf(day).toISOString();
    add.mutate({ ...request, receivedAt });
  }
  return (
    <DialogForm
      title="Add request"
      action="Add request"
      isBusy={add.isPending}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Requester" name="who" required maxLength={200} autoComplete="off" />
      <Field
        label="Email address"
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
      />
      <Choice label="Request type" name="kind" options={kindWords} />
      <Field
        label="Received on"
        name="day"
        type="date"
        required
        defaultValue={today}
        max={today}
        hint="We must answer within 30 days of this date."
      />
    </DialogForm>
  );
}
