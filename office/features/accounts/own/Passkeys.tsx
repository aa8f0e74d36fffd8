import { useMutation } from '@tanstack/react-query';

import type { RequestOf } from '../../../office-api.ts';
import { callOperation, useCall } from '../../../shell/use-operation.ts';
import { RequestError } from '../../../client.ts';
import { useSession } from '../../../shell/session.tsx';
import { OwnAccess } from '../AccessRows.tsx';
import { hasPasskeys } from '../../../shell/SignIn.tsx';
import { Button, ErrorMessage, Field, Form, Message, Panel, Prose } from '../../../ui.tsx';

/** The user's passkeys, with a form to add one. */
export function Passkeys() {
  const remove = useCall('passkey.remove', {
    invalidates: ['access.list'],
    done: 'Passkey removed.',
  });
  return (
    <Panel title="Passkeys">
      <Prose>
        A passkey signs you in with your fingerprint, face or device PIN. It cannot be guessed, and
        it works only on this site.
      </Prose>
      <OwnAccess
        kind="passkey"
        isBusy={remove.isPending}
        onRemove={({ id }) => remove.mutate({ id })}
      />
      <ErrorMessage error={remove.error} />
      <AddPasskey />
    </Panel>
  );
}

/** A form to add a passkey, if the desk's address and the browser support passkeys. */
export function AddPasskey({ onAdded }: { onAdded?: () => void }) {
  const { passkeys: arePossible } = useSession();
  const keep = useCall('passkey.add', {
    invalidates: ['access.list'],
    done: 'Passkey added.',
  });
  const add = useMutation({
    mutationFn: async (name: string) => keep.mutateAsync({ name, response: await createPasskey() }),
  });
  function submit({ name }: { name: string }, form: HTMLFormElement): void {
    add.mutate(name, {
      onSuccess() {
        form.reset();
        onAdded?.();
      },
    });
  }
  if (!arePossible || !hasPasskeys()) return <NotPossible />;
  return (
    <Form onSubmit={submit} error={add.error}>
      <Field
        label="Passkey name"
        name="name"
        required
        maxLength={64}
        hint="So you can recognise it later. For example, ‘Office laptop’."
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
      Passkeys do not work at an IP address. On this machine open http://localhost
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
        ? 'This device already has a passkey for your account.'
        : 'The passkey was not created. Please try again.',
    );
  });
  return { ...made };
}
