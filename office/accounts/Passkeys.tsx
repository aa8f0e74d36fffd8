import { useMutation } from '@tanstack/react-query';

import { readableTime } from '../../contract/time.ts';
import type { InputOf } from '../api.ts';
import { call, RequestError } from '../client.ts';
import { useSession } from '../shell/session.tsx';
import { hasPasskeys } from '../shell/SignIn.tsx';
import { useAction, useAnswer } from '../shell/use-action.ts';
import {
  Button,
  ErrorMessage,
  Field,
  Form,
  Message,
  Panel,
  Prose,
  Read,
  RowNote,
  RowTitle,
  Rows,
} from '../ui.tsx';

/** The user's passkeys, with a form to add one. */
export function Passkeys() {
  const query = useAnswer('account.access', {});
  const remove = useAction('passkey.remove', {
    invalidates: ['account.access'],
    done: 'Passkey removed.',
  });
  return (
    <Panel title="Passkeys">
      <Prose>
        A passkey signs you in with your fingerprint, face or device PIN. It cannot be guessed, and
        it works only on this site.
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
                      Added {readableTime(createdAt)},{' '}
                      {lastUsedAt ? `last used ${readableTime(lastUsedAt)}` : 'never used'}
                    </RowNote>
                  </div>
                  <Button
                    $grave
                    $small
                    aria-label={`Remove passkey ${name}`}
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
      <ErrorMessage error={remove.error} />
      <AddPasskey />
    </Panel>
  );
}

/** A form to add a passkey, if the desk's address and the browser support passkeys. */
function AddPasskey() {
  const { passkeys: arePossible } = useSession();
  const keep = useAction('passkey.add', {
    invalidates: ['account.access'],
    done: 'Passkey added.',
  });
  const add = useMutation({
    mutationFn: async (name: string) => keep.mutateAsync({ name, response: await createPasskey() }),
  });
  function submit({ name }: { name: string }, form: HTMLFormElement): void {
    add.mutate(name, { onSuccess: () => form.reset() });
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

async function createPasskey(): Promise<InputOf<'passkey.add'>['response']> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = await call('passkey.options', {});
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
