import { useId, type SubmitEvent } from 'react';
import * as z from 'zod/mini';

import { accountPaths, passkeyView } from '../../account-api.ts';
import { Button } from '../controls/Button.tsx';
import { readableTime } from '../controls/dates.ts';
import { Field } from '../controls/Field.tsx';
import { Form } from '../controls/Form.tsx';
import { Message } from '../controls/Message.tsx';
import { Panel, PanelTitle, Prose } from '../controls/Panel.tsx';
import { Read } from '../controls/Read.tsx';
import { readForm } from '../controls/read-form.ts';
import { RowNote, Rows, RowTitle } from '../controls/Rows.tsx';
import { useChange } from '../controls/use-change.ts';
import { request, RequestError } from '../request.ts';
import { useSession } from '../session.tsx';
import { hasPasskeys } from '../sign-in/has-passkeys.ts';
import { useRead } from '../use-read.ts';

const passkeysSchema = z.object({ passkeys: z.array(passkeyView) });
const invalidates = [accountPaths.passkeys];

/** The passkeys of whoever is signed in: to add one, and to remove one. */
export function Passkeys() {
  const titleId = useId();
  const { passkeys: arePossible } = useSession();
  const query = useRead(accountPaths.passkeys, passkeysSchema);
  const remove = useChange(
    (id: string) => request(accountPaths.passkey(id), { method: 'DELETE' }),
    { invalidates, done: 'The passkey was removed.' },
  );
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
                    onClick={() => remove.mutate(id)}
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
  const add = useChange(addPasskey, { invalidates, done: 'The passkey was added.' });
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

async function addPasskey(name: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = await request(accountPaths.passkeyOptions, {
    method: 'POST',
    schema: z.custom<Parameters<typeof startRegistration>[0]['optionsJSON']>(),
  });
  const response = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    const { name: reason } = error as Error;
    throw new RequestError(
      0,
      reason === 'InvalidStateError'
        ? 'This device has a passkey for you already.'
        : 'No passkey was made. You can try again.',
    );
  });
  await request(accountPaths.passkeys, { method: 'POST', body: { name, response } });
}
