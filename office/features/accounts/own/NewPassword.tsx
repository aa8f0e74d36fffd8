import { Field } from '../../../controls/Field.tsx';

/** The control for a new password, which the server looks at more closely. */
export function NewPassword() {
  return (
    <Field
      label="New password"
      name="password"
      type="password"
      autoComplete="new-password"
      required
      minLength={12}
      hint="At least 12 characters. A few words that have nothing to do with each other make a good one."
    />
  );
}
