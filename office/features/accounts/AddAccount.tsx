import { useId, type SubmitEvent } from 'react';
import { styled } from 'styled-components';

import { roles } from '../../../contract/roles.ts';
import { color, size, space } from '../../../design/tokens.ts';
import type { RequestOf } from '../../office-api.ts';
import { Button } from '../../controls/Button.tsx';
import { Field } from '../../controls/Field.tsx';
import { Form, readForm } from '../../controls/Form.tsx';
import { Panel, PanelTitle, Prose } from '../../controls/Panel.tsx';
import { useCall } from '../../shell/use-operation.ts';
import { roleDefinitions } from '../../rights.ts';
import type { GivenLink } from './OneTimeLink.tsx';

/** Adds an account. Its owner sets the password through a one-time link. */
export function AddAccount({ onLink }: { onLink: (link: GivenLink) => void }) {
  const titleId = useId();
  const add = useCall('account.add', { invalidates: ['account.list'] });
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    const form = event.currentTarget;
    const body = readForm(event) as RequestOf<'account.add'>;
    const { username } = body;
    add.mutate(body, {
      onSuccess(link) {
        form.reset();
        onLink({ ...link, username });
      },
    });
  }
  return (
    <Panel aria-labelledby={titleId}>
      <PanelTitle id={titleId}>Add a colleague</PanelTitle>
      <Prose>Creates a link to give to your colleague, who then chooses a password.</Prose>
      <Form onSubmit={submit} error={add.error}>
        <Field
          label="User name"
          name="username"
          required
          minLength={3}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="3 to 64 letters a to z, digits, dots, hyphens, underscores or @ signs."
        />
        <Choices>
          <legend>Role</legend>
          {roles.map((role) => (
            <label key={role}>
              <input type="radio" name="role" value={role} defaultChecked={role === 'staff'} />
              <span>
                <strong>{roleDefinitions[role].name}</strong>
                {roleDefinitions[role].meaning}
              </span>
            </label>
          ))}
        </Choices>
        <Button type="submit" disabled={add.isPending}>
          Add the account
        </Button>
      </Form>
    </Panel>
  );
}

const Choices = styled.fieldset`
  display: grid;
  gap: ${space.small};
  border: 0;

  legend {
    padding: 0 0 ${space.tiny};
    font-size: 0.9375rem;
    font-weight: 600;
  }
  label {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: ${space.small};
    align-items: start;
  }
  input {
    width: 1.25rem;
    height: 1.25rem;
    margin-top: 0.2rem;
    accent-color: ${color.teal};
  }
  span {
    font-size: ${size.small};
    color: ${color.muted};
  }
  strong {
    display: block;
    font-size: 1rem;
    font-weight: 600;
    color: ${color.ink};
  }
`;
