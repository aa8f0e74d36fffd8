import { Link, Navigate, useLocation } from 'react-router-dom';

import { pages } from '../../page-list.ts';
import { PageTitle } from '../PageTitle.tsx';
import { useSessionState } from '../session.tsx';
import { SignInLayout } from './SignInLayout.tsx';
import { SignInForm } from './SignInForm.tsx';

/** Signs in, then continues to the page that was requested. */
export function SignInPage() {
  const { session } = useSessionState();
  const { state } = useLocation() as { state: { pathname: string; search: string } | null };
  if (session) return <Navigate to={state ?? '/'} replace />;
  return (
    <SignInLayout>
      <PageTitle title="Staff sign-in" />
      <SignInForm />
      <Link to={pages.forgot.path}>{pages.forgot.title}</Link>
    </SignInLayout>
  );
}
