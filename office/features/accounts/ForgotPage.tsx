import { Link } from 'react-router-dom';

import type { RequestOf } from '../../office-api.ts';
import { pages } from '../../page-list.ts';
import { PageTitle } from '../../shell/PageTitle.tsx';
import { SignInLayout } from '../../shell/SignInLayout.tsx';
import { useCall } from '../../shell/use-operation.ts';
import { Button, Field, Form, Message, verbatim } from '../../ui.tsx';

/** Requests a link for a new password. The answer does not reveal whether an account exists. */
export function ForgotPage() {
  const ask = useCall('link.request');
  return (
    <SignInLayout>
      <PageTitle
        title={pages.forgot.title}
        lead="We email you a link to choose a new password. It can be used once, within an hour."
      />
      {ask.isSuccess ? (
        <Message role="status">
          If this account exists, has an email address and may sign in with a password, a link is on
          its way. If nothing arrives, ask an information officer for a link.
        </Message>
      ) : (
        <Form onSubmit={(typed: RequestOf<'link.request'>) => ask.mutate(typed)} error={ask.error}>
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
