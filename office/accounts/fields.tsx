import { styled } from 'styled-components';

import type { AssignmentEmails } from '../../contract/notifications.ts';
import { visuallyHidden } from '../../design/layout.ts';
import { Choice, Field, verbatim } from '../ui.tsx';

interface DetailFieldsProps {
  name?: string;
  email?: string;
  assignmentEmails?: AssignmentEmails;
}

/**
 * The details that the user has changed. The others are left out, because a colleague may have
 * changed them.
 */
export function changedDetails(
  typed: DetailFieldsProps,
  shown: DetailFieldsProps,
): DetailFieldsProps {
  const names = ['name', 'email', 'assignmentEmails'] as const;
  return Object.fromEntries(
    names.filter((name) => typed[name] !== shown[name]).map((name) => [name, typed[name]]),
  );
}

const assignmentWords: Record<AssignmentEmails, string> = {
  immediately: 'Immediately',
  daily: 'Once a day, in the morning',
  never: 'Never',
};

/** The fields for an account's name, its email address, and when to email about assignments. */
export function DetailFields({ name, email, assignmentEmails = 'immediately' }: DetailFieldsProps) {
  return (
    <>
      <Field
        label="Name"
        name="name"
        autoComplete="off"
        required
        maxLength={64}
        defaultValue={name}
        hint="Shown to colleagues, and used to sign replies."
      />
      <Field
        label="Email address"
        name="email"
        type="email"
        {...verbatim}
        maxLength={254}
        defaultValue={email}
        hint="For assigned enquiries, links to choose a password, and security notices."
      />
      <Choice
        label="Email about assigned enquiries"
        name="assignmentEmails"
        options={assignmentWords}
        defaultValue={assignmentEmails}
      />
    </>
  );
}

/** The field for a new password. The server also refuses passwords that are easy to guess. */
export function NewPassword() {
  return (
    <Field
      label="New password"
      name="password"
      type="password"
      autoComplete="new-password"
      required
      minLength={12}
      hint="At least 12 characters. Four unrelated words make a good password."
    />
  );
}

/** Tells password managers whose password a form changes. It has no name, so it is not sent. */
export function UsernameForPasswordManagers({ username }: { username: string }) {
  return (
    <HiddenInput
      type="text"
      autoComplete="username"
      value={username}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

const HiddenInput = styled.input`
  ${visuallyHidden}
`;
