import { Field, verbatim } from '../../../controls/Field.tsx';

/** The fields for the name and the email address of an account. */
export function DetailFields({ name, email }: { name?: string; email?: string }) {
  return (
    <>
      <Field
        label="Name"
        name="name"
        autoComplete="off"
        required
        maxLength={64}
        defaultValue={name}
        hint="Shown to colleagues."
      />
      <Field
        label="Email address"
        name="email"
        type="email"
        {...verbatim}
        maxLength={254}
        defaultValue={email}
        hint="For links to choose a password, and for security notices."
      />
    </>
  );
}
