import { useState } from 'react';

import type { TokenScope } from '../../../../contract/roles.ts';
import { readableTime } from '../../../../contract/time.ts';
import type { AnswerOf, RequestOf } from '../../../office-api.ts';
import { ShownOnce } from '../ShownOnce.tsx';
import { OwnAccess } from '../AccessRows.tsx';
import { scopeDefinitions } from '../../../rights.ts';
import { useCall } from '../../../shell/use-operation.ts';
import {
  Button,
  Choice,
  ErrorMessage,
  Field,
  Form,
  Panel,
  Prose,
  RadioGroup,
} from '../../../ui.tsx';

const periods = { 30: '30 days', 90: '90 days', 365: 'One year' };
const scopes = Object.fromEntries(
  Object.entries(scopeDefinitions).map(([scope, { name: label }]) => [scope, { label }]),
);

/** The user's personal access tokens, with a form to create one. */
export function AccessTokens() {
  const [made, setMade] = useState<AnswerOf<'token.add'>>();
  const revoke = useCall('token.revoke', {
    invalidates: ['access.list'],
    done: 'Token revoked.',
  });
  return (
    <Panel title="Personal access tokens">
      <Prose>
        Scripts use a token instead of your password. It works only while your account is enabled.
      </Prose>
      {made && (
        <ShownOnce
          title="Copy your new token"
          lead={`It is valid until ${readableTime(made.expiresAt)}.`}
          secret={made.token}
          what="token"
          warning="Keep it like a password: anyone who has it can read enquiries."
          onClose={() => setMade(undefined)}
        />
      )}
      <OwnAccess
        kind="token"
        verb="Revoke"
        isBusy={revoke.isPending}
        onRemove={({ id }) => revoke.mutate({ id })}
      />
      <ErrorMessage error={revoke.error} />
      <AddToken onMade={setMade} />
    </Panel>
  );
}

function AddToken({ onMade }: { onMade: (made: AnswerOf<'token.add'>) => void }) {
  const add = useCall('token.add', { invalidates: ['access.list'], onSuccess: onMade });
  function submit(wanted: RequestOf<'token.add'>, form: HTMLFormElement): void {
    add.mutate(wanted, { onSuccess: () => form.reset() });
  }
  return (
    <Form onSubmit={submit} error={add.error}>
      <Field
        label="Token name"
        name="name"
        required
        maxLength={64}
        hint="What it is for, such as ‘Monthly figures’."
      />
      <RadioGroup
        legend="Scope"
        name="scope"
        defaultValue={'read' satisfies TokenScope}
        options={scopes}
      />
      <Choice label="Valid for" name="days" defaultValue="90" options={periods} />
      <Button type="submit" $quiet disabled={add.isPending}>
        Create a token
      </Button>
    </Form>
  );
}
