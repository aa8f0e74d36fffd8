import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';

import { localDay } from '../../contract/time.ts';
import { media, space } from '../../design/tokens.ts';
import { call } from '../client.ts';
import { useDraft } from '../shell/drafts.ts';
import { refreshEnquiries } from '../shell/pulse.tsx';
import { announce } from '../toast.tsx';
import { Choice, DialogForm, Field, Prose } from '../ui.tsx';
import type { InputOf } from './api.ts';
import { maxTextLength } from './decisions.ts';

type Added = InputOf<'enquiry.add'>;

const ways: Record<Added['channel'], string> = {
  phone: 'By phone',
  letter: 'In a letter',
  meeting: 'At a meeting',
};

/** Adds an enquiry that came by phone, in a letter or at a meeting, and opens it. */
export function AddEnquiry({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [draft, setDraft] = useDraft('added enquiry');
  const [typed] = useState(() => JSON.parse(draft || '{}') as Partial<Added>);
  const [today] = useState(() => localDay(Date.now()));
  const add = useMutation({
    mutationFn: (enquiry: Added) => call('enquiry.add', enquiry),
    async onSuccess({ reference }) {
      setDraft('');
      announce(`Enquiry ${reference} was added.`);
      await refreshEnquiries(queryClient);
      onClose();
      navigate(`/enquiries/${reference}`);
    },
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
      onClose={() => {
        setDraft('');
        onClose();
      }}
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
      </Pair>
      <Pair>
        <Field label="First name" name="firstName" maxLength={100} defaultValue={typed.firstName} />
        <Field
          label="Last name"
          name="lastName"
          required
          maxLength={100}
          defaultValue={typed.lastName}
        />
      </Pair>
      <Field
        label="Organisation"
        name="organisation"
        maxLength={200}
        defaultValue={typed.organisation}
      />
      <Pair>
        <Field
          label="Email"
          name="email"
          type="email"
          maxLength={254}
          defaultValue={typed.email}
          hint="Without one, you cannot reply from here."
        />
        <Field label="Phone or address" name="reach" maxLength={300} defaultValue={typed.reach} />
      </Pair>
      <Field
        label="What was said"
        name="message"
        rows={5}
        required
        dir="auto"
        maxLength={maxTextLength}
        defaultValue={typed.message}
      />
      <Field
        label="From whom it came"
        name="source"
        maxLength={200}
        defaultValue={typed.source}
        hint="If somebody else told you, such as a board member."
      />
    </DialogForm>
  );
}

const Pair = styled.div`
  display: grid;
  align-items: start;
  gap: ${space.medium};
  width: 100%;

  ${media.medium} {
    grid-template-columns: 1fr 1fr;
  }
`;
