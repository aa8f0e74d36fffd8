import { Link } from 'react-router-dom';

import type { InputOf } from '../api.ts';
import { pages } from '../page-list.ts';
import { PageTitle } from '../shell/PageTitle.tsx';
import { SignInLayout } from '../shell/SignInLayout.tsx';
import { useAction } from '../shell/use-action.ts';
import { Button, Field, Form, Message, verbatim } from '../ui.tsx';

/** Requests a link for a new password. The answer does not reveal whether an account exists. */
export function ForgotPage() {
  const ask = useAction('link.request', { anonymous: true });
  return (
    <SignInLayout>
      <PageTitle
        title={pages.forgot.title}
        lead="We email you a link to choose a new password. It can be used once, within an hour."
      />
      {ask.isSuccess ? (
        <Message role="status">
          If this account exists and has an email address, a link is on its way. If nothing arrives,
          ask an information officer for a link.
        </Message>
      ) : (
        <Form onSubmit={(typed: InputOf<'link.request'>) => ask.mutate(typed)} error={ask.error}>
          <Field
            label="Username or email address"
            name="username"
            autoComplete="username"
            {...verbatim}
            required
          />
          <Button type="submit" disabled={ask.isPending}>
            Email me a link
          </Button>
        </Form>
      )}
      <Link to={pages.signIn.path}>Back to sign-in</Link>
    </SignInLayout>
  );
}
