import { useState } from 'react';

import { localDay, mediumDay, momentOf } from '../../../contract/time.ts';
import type { AnswerOf, RequestOf } from '../../office-api.ts';
import { useCall } from '../../shell/use-operation.ts';
import { kindWords, requestLabels, resultWords } from './labels.ts';
import { Choice, DialogForm, Field } from '../../ui.tsx';

type Request = AnswerOf<'request.list'>['requests'][number];

interface DialogProps {
  request: Request;
  onClose: () => void;
}

const invalidates = ['request.list', 'request.due'] as const;

type Typed = Omit<RequestOf<'request.add'>, 'receivedAt' | 'email' | 'contact'> &
  Record<'email' | 'contact' | 'day', string>;

export function AddRequest({ onClose }: { onClose: () => void }) {
  const add = useCall('request.add', {
    invalidates,
    done: ({ who }) => `Request from ${who} added to the register.`,
    onSuccess: onClose,
  });
  return (
    <DialogForm
      title="Add request"
      action="Add request"
      isBusy={add.isPending}
      error={add.error}
      onSubmit={(typed: Typed) => add.mutate(read(typed))}
      onClose={onClose}
    >
      <RequestFields />
    </DialogForm>
  );
}

export function EditRequest({ request, onClose }: DialogProps) {
  const { id, version } = request;
  const change = useCall('request.change', {
    invalidates,
    done: ({ who }) => `Request from ${who} saved.`,
    onSuccess: onClose,
  });
  return (
    <DialogForm
      title="Edit request"
      action="Save"
      isBusy={change.isPending}
      error={change.error}
      onSubmit={(typed: Typed) => change.mutate({ id, version, ...read(typed, request) })}
      onClose={onClose}
    >
      <RequestFields request={request} />
    </DialogForm>
  );
}

function RequestFields({ request }: { request?: Request }) {
  const [today] = useState(() => localDay(new Date()));
  return (
    <>
      <Field
        label={requestLabels.who}
        name="who"
        required
        maxLength={200}
        defaultValue={request?.who}
      />
      <Field
        label={requestLabels.email}
        name="email"
        type="email"
        maxLength={254}
        defaultValue={request?.email}
        hint="The address under which we may hold their data. Leave empty if you do not know it."
      />
      <Field
        label={requestLabels.contact}
        name="contact"
        rows={2}
        maxLength={500}
        defaultValue={request?.contact}
        hint="A postal address or a phone number, for example."
      />
      <Choice
        label={requestLabels.kind}
        name="kind"
        options={kindWords}
        defaultValue={request?.kind}
      />
      <Field
        label={requestLabels.receivedAt}
        name="day"
        type="date"
        required
        defaultValue={request ? localDay(request.receivedAt) : today}
        max={today}
        hint="We must answer within 30 days of this date."
      />
    </>
  );
}

/**
 * The request with the typed values. If the day of receipt is unchanged, its time of day is kept.
 */
function read(
  { day, email, contact, ...typed }: Typed,
  before?: Request,
): RequestOf<'request.add'> {
  const isSameDay = before !== undefined && localDay(before.receivedAt) === day;
  return {
    ...typed,
    ...(email.trim() && { email }),
    ...(contact.trim() && { contact }),
    receivedAt: isSameDay ? before.receivedAt : momentOf(day).toISOString(),
  };
}

export function CloseRequest({ request, onClose }: DialogProps) {
  const close = useCall('request.close', {
    invalidates,
    done: `Request from ${request.who} closed.`,
    onSuccess: onClose,
  });
  return (
    <DialogForm
      title="Close this request?"
      lead={
        <p>
          {request.who}: {kindWords[request.kind]}. You can reopen it later.
        </p>
      }
      action="Close request"
      isBusy={close.isPending}
      error={close.error}
      onSubmit={({ result }: Pick<RequestOf<'request.close'>, 'result'>) =>
        close.mutate({ id: request.id, result })
      }
      onClose={onClose}
    >
      <Choice label="Outcome" name="result" options={resultWords} />
    </DialogForm>
  );
}

export function ReopenRequest({ request, onClose }: DialogProps) {
  const reopen = useCall('request.reopen', {
    invalidates,
    done: `Request from ${request.who} reopened.`,
    onSuccess: onClose,
  });
  return (
    <DialogForm
      title="Reopen this request?"
      lead={
        <p>
          {request.who}: {kindWords[request.kind]}, due {mediumDay(request.dueAt)}. Its outcome will
          then be kept only in the audit trail.
        </p>
      }
      action="Reopen request"
      isBusy={reopen.isPending}
      error={reopen.error}
      onSubmit={() => reopen.mutate({ id: request.id })}
      onClose={onClose}
    />
  );
}
