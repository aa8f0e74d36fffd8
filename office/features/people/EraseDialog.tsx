import type { SubmitEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';

import type { AnswerOf } from '../../office-api.ts';
import type { Sought } from '../../office-views.ts';
import { DialogForm } from '../../controls/DialogForm.tsx';
import { Field } from '../../controls/Field.tsx';
import { readForm } from '../../controls/Form.tsx';
import { useCall } from '../../shell/use-operation.ts';
import { heldWords } from './words.ts';

interface EraseDialogProps {
  sought: Sought;
  email: string;
  held: AnswerOf<'person.find'>;
  onErased: (erased: AnswerOf<'person.erase'>) => void;
  onClose: () => void;
}

/** Erases the data found, once the address is typed to confirm. */
export function EraseDialog({ sought, email, held, onErased, onClose }: EraseDialogProps) {
  const queryClient = useQueryClient();
  const erase = useCall('person.erase');
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    const { typed = '' } = readForm(event);
    erase.mutate(
      { sought, typed },
      {
        onSuccess(erased) {
          queryClient.removeQueries({ queryKey: ['person.find'] });
          onClose();
          onErased(erased);
        },
      },
    );
  }
  return (
    <DialogForm
      title="Erase this data?"
      lead={
        <p>
          {heldWords({ ...held, requests: [] })} It will be deleted permanently. This cannot be
          undone.
        </p>
      }
      action={erase.isPending ? 'Erasing …' : 'Erase permanently'}
      $grave
      isBusy={erase.isPending}
      error={erase.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Type the person’s email address"
        name="typed"
        required
        maxLength={254}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={email}
      />
    </DialogForm>
  );
}
