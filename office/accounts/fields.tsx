import { styled } from 'styled-components';

import { assignmentEmails, type AssignmentEmails } from '#contract/notifications.ts';
import { visuallyHidden } from '#design/layout.ts';
import { Button, Choice, Field, Form, verbatim } from '../ui.tsx';

export interface Details {
  name: string;
  email: string;
  assignmentEmails: AssignmentEmails;
}

/** The fields that the user has changed: a colleague may have changed the others. */
export function changedOf<Fields extends object>(typed: Fields, shown: object): Partial<Fields> {
  const before = new Map(Object.entries(shown));
  const changed = Object.entries(typed).filter(([name, value]) => before.get(name) !== value);
  return Object.fromEntries(changed) as Partial<Fields>;
}

const assignmentWords: Record<AssignmentEmails, string> = {
  immediately: 'Immediately',
  daily: 'Once a day, in the morning',
  never: 'Never',
};

export function DetailFields(shown: Partial<Details>) {
  return (
    <>
      <Field
        label="Name"
        name="name"
        required
        maxLength={64}
        defaultValue={shown.name}
        hint="Shown to colleagues, and used to sign replies."
      />
      <Field
        label="Email address"
        name="email"
        type="email"
        {...verbatim}
        maxLength={254}
        defaultValue={shown.email}
        hint="For assigned enquiries, links to choose a password, and security notices."
      />
      <Choice
        label="Email about assigned enquiries"
        name="assignmentEmails"
        options={assignmentWords}
        defaultValue={shown.assignmentEmails ?? assignmentEmails[0]}
      />
    </>
  );
}

interface PasswordFormProps {
  username: string;
  action: string;
  asksCurrent?: boolean;
  mutation: { error: Error | null; isPending: boolean };
  onSubmit: (typed: { current: string; password: string }, form: HTMLFormElement) => void;
}

/** Asks for a new password of a user, whom the hidden field names to password managers. */
export function PasswordForm(props: PasswordFormProps) {
  const { username, action, asksCurrent, mutation, onSubmit } = props;
  return (
    <Form onSubmit={onSubmit} error={mutation.error}>
      <Hidden autoComplete="username" value={username} readOnly tabIndex={-1} aria-hidden="true" />
      {asksCurrent && (
        <Field
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
        />
      )}
      <Field
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={12}
        hint="At least 12 characters. Four unrelated words make a good password."
      />
      <Button type="submit" disabled={mutation.isPending}>
        {action}
      </Button>
    </Form>
  );
}

const Hidden = styled.input`
  ${visuallyHidden}
`;
