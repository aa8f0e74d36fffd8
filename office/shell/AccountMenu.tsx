import { useState } from 'react';
import { NavLink } from 'react-router-dom';
import { styled } from 'styled-components';

import { color, media, size, space } from '../../design/tokens.ts';
import { pages } from '../page-list.ts';
import { roleDefinitions } from '../rights.ts';
import { Confirm, ErrorMessage, TextButton } from '../ui.tsx';
import { hasDrafts } from './drafts.ts';
import { useSession, useSessionState } from './session.tsx';
import { useAction } from './use-action.ts';

/** Who is signed in, with the link to the account and the button to sign out. */
export function AccountMenu() {
  const { name, role, username } = useSession();
  const { end } = useSessionState();
  const signOut = useAction('session.sign-out', { anonymous: true, onSuccess: end });
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Wrapper aria-label={pages.account.title}>
      <strong>{name}</strong>
      <p>{roleDefinitions[role].name}</p>
      <ul role="list">
        <li>
          <NavLink to={pages.account.path}>{pages.account.title}</NavLink>
        </li>
        <li>
          <TextButton
            disabled={signOut.isPending}
            onClick={() => (hasDrafts(username) ? setIsAsking(true) : signOut.mutate({}))}
          >
            Sign out
          </TextButton>
        </li>
      </ul>
      {isAsking && (
        <Confirm
          title="Discard your draft?"
          words="You have an unsent reply or an unsaved note. Signing out discards it."
          action="Sign out and discard"
          $grave
          onConfirm={() => signOut.mutate({})}
          onClose={() => setIsAsking(false)}
        />
      )}
      <ErrorMessage error={signOut.error} />
    </Wrapper>
  );
}

const Wrapper = styled.section`
  padding-top: ${space.base};
  border-top: 1px solid ${color.line};
  font-size: ${size.small};

  > strong {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  > strong + p {
    color: ${color.muted};
  }
  ul {
    margin-top: ${space.tiny};
  }
  li > a {
    display: inline-block;
    padding: 0.375rem 0;
  }
  ${media.wide} {
    margin: 0 1.5rem;
    padding-bottom: ${space.medium};
  }
`;
