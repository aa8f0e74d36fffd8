import { useMutation } from '@tanstack/react-query';
import { useId, type SubmitEvent } from 'react';

import { readableTime } from '../../../../contract/time.ts';
import type { RequestOf } from '../../../office-api.ts';
import { Button } from '../../../controls/Button.tsx';
import { Field } from '../../../controls/Field.tsx';
import { Form, readForm } from '../../../controls/Form.tsx';
import { Message } from '../../../controls/Message.tsx';
import { Panel, PanelTitle, Prose } from '../../../controls/Panel.tsx';
import { Read } from '../../../controls/Read.tsx';
import { RowNote, Rows, RowTitle } from '../../../controls/Rows.tsx';
import { callOperation, useCall, useOperation } from '../../../shell/use-operation.ts';
import { RequestError } from '../../../shell/request.ts';
import { useSession } from '../../../shell/session.tsx';
import { hasPasskeys } from '../../../shell/sign-in/use-sign-in.ts';

/** The passkeys of whoever is signed in: to add one, and to remove one. */
export function Passkeys() {
  const titleId = useId();
  const { passkeys: arePossible } = useSession();
  const query = useOperation('passkey.list');
  const remove = useCall('passkey.remove', {
    invalidates: ['passkey.list'],
    done: 'The passkey was removed.',
  });
  return (
    <Panel aria-labelledby={titleId}>
      <PanelTitle id={titleId}>Passkeys</PanelTitle>
      <Prose>
        A passkey signs you in with your fingerprint, your face or the PIN of your device. Nobody
        can guess it, and no other site can ask for it.
      </Prose>
      <Read query={query}>
        {({ passkeys }) =>
          passkeys.length > 0 && (
            <Rows>
              {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
                <li key={id}>
                  <div>
                    <RowTitle>{name}</RowTitle>
                    <RowNote>
                      Added {readableTime(createdAt)};{' '}
                      {lastUsedAt ? `last used ${readableTime(lastUsedAt)}` : 'not used yet'}
                    </RowNote>
                  </div>
                  <Button
                    $grave
                    $small
                    aria-label={`Remove the passkey ${name}`}
                    disabled={remove.isPending}
                    onClick={() => remove.mutate({ id })}
                  >
                    Remove
                  </Button>
                </li>
              ))}
            </Rows>
          )
        }
      </Read>
      {arePossible && hasPasskeys() ? <AddPasskey /> : <NotPossible />}
    </Panel>
  );
}

function AddPasskey() {
  const keep = useCall('passkey.add', {
    invalidates: ['passkey.list'],
    done: 'The passkey was added.',
  });
  const add = useMutation({
    mutationFn: async (name: string) => keep.mutateAsync({ name, response: await createPasskey() }),
  });
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    const form = event.currentTarget;
    const { name = '' } = readForm(event);
    add.mutate(name, { onSuccess: () => form.reset() });
  }
  return (
    <Form onSubmit={submit} error={add.error}>
      <Field
        label="Name of a new passkey"
        name="name"
        required
        maxLength={64}
        autoComplete="off"
        hint="So that you know it again, such as ‘Laptop at the office’."
      />
      <Button type="submit" $quiet disabled={add.isPending}>
        Add a passkey
      </Button>
    </Form>
  );
}

function NotPossible() {
  const { port } = location;
  return (
    <Message>
      Passkeys need an address with a name. On this machine open http://localhost
      {port && `:${port}`}/ops instead.
    </Message>
  );
}

async function createPasskey(): Promise<RequestOf<'passkey.add'>['response']> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = await callOperation('passkey.options');
  const made = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    const { name: reason } = error as Error;
    throw new RequestError(
      0,
      reason === 'InvalidStateError'
        ? 'This device has a passkey for you already.'
        : 'No passkey was made. You can try again.',
    );
  });
  return { ...made };
}
