import { Field } from '../../../ui.tsx';

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
