import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { localDay } from '#contract/time.ts';
import { useDraft } from '../shell/drafts.ts';
import { refreshEnquiries } from '../shell/pulse.tsx';
import { useAction } from '../shell/use-action.ts';
import { Choice, DialogForm, Field, Pair, Prose } from '../ui.tsx';
import type { InputOf } from '../api.ts';
import { maxTextLength } from './decisions.ts';

type Added = InputOf<'enquiry.add'>;

const ways: Record<Added['channel'], string> = {
  phone: 'By phone',
  letter: 'In a letter',
  meeting: 'At a meeting',
};

export function AddEnquiry({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [draft, setDraft] = useDraft('added enquiry');
  const [typed] = useState(() => JSON.parse(draft || '{}') as Partial<Added>);
  const [today] = useState(() => localDay(Date.now()));
  function close(): void {
    setDraft('');
    onClose();
  }
  const add = useAction('enquiry.add', {
    done: 'The enquiry was added.',
    onSuccess({ reference }) {
      void refreshEnquiries(queryClient);
      close();
      navigate(`/enquiries/${reference}`);
    },
  });
  const text = (name: keyof Added, label: string, maxLength: number) => ({
    name,
    label,
    maxLength,
    defaultValue: typed[name],
  });
  return (
    <DialogForm
      title="Add an enquiry"
      action="Add enquiry"
      isBusy={add.isPending}
      error={add.error}
      onSubmit={(values: Added) => add.mutate(values)}
      onChange={({ currentTarget }) =>
        setDraft(JSON.stringify(Object.fromEntries(new FormData(currentTarget))))
      }
      onClose={close}
      lead={<Prose>No acknowledgement is sent. The history says how it came.</Prose>}
    >
      <Pair>
        <Choice
          label="How it came"
          name="channel"
          options={ways}
          defaultValue={typed.channel ?? 'phone'}
        />
        <Field
          label="Received on"
          name="receivedOn"
          type="date"
          required
          max={today}
          defaultValue={typed.receivedOn ?? today}
        />
        <Field {...text('firstName', 'First name', 100)} />
        <Field {...text('lastName', 'Last name', 100)} required />
      </Pair>
      <Field {...text('organisation', 'Organisation', 200)} />
      <Pair>
        <Field
          {...text('email', 'Email', 254)}
          type="email"
          hint="Without one, you cannot reply from here."
        />
        <Field {...text('reach', 'Phone or address', 300)} />
      </Pair>
      <Field {...text('message', 'What was said', maxTextLength)} rows={5} required dir="auto" />
      <Field
        {...text('source', 'From whom it came', 200)}
        hint="If somebody else told you, such as a board member."
      />
    </DialogForm>
  );
}
