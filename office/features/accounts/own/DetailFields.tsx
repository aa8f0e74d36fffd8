import type { AssignmentEmails } from '../../../../contract/notifications.ts';
import { Choice, Field, verbatim } from '../../../ui.tsx';

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
