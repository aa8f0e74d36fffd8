import type { SubmitEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';

import type { AnswerOf } from '../../office-api.ts';
import type { Sought } from '../../office-views.ts';
import { Button } from '../../controls/Button.tsx';
import { Dialog, DialogActions } from '../../controls/Dialog.tsx';
import { Field } from '../../controls/Field.tsx';
import { Form, readForm } from '../../controls/Form.tsx';
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
    <Dialog title="Erase this data?" onClose={onClose}>
      <p>
        {heldWords({ ...held, requests: [] })} It will be deleted permanently. This cannot be
        undone.
      </p>
      <Form onSubmit={submit} error={erase.error}>
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
        <DialogActions>
          <Button type="submit" $small $grave disabled={erase.isPending}>
            {erase.isPending ? 'Erasing …' : 'Erase permanently'}
          </Button>
          <Button $small $quiet onClick={onClose}>
            Cancel
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
