import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { NavLink } from 'react-router-dom';
import { styled } from 'styled-components';

import { color, media, size, space } from '../../design/tokens.ts';
import { call } from '../client.ts';
import { pages } from '../page-list.ts';
import { roleDefinitions } from '../rights.ts';
import { Confirm, TextButton } from '../ui.tsx';
import { hasDrafts } from './drafts.ts';
import { useSession, useSessionState } from './session.tsx';

export function AccountMenu() {
  const { name, role, username } = useSession();
  const { end } = useSessionState();
  const signOut = useMutation({
    mutationFn: () => call('session.sign-out', {}, { anonymous: true }),
    onSuccess: end,
  });
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Wrapper aria-label={pages.account.title}>
      <p>
        <Name>{name}</Name>
        <RoleName>{roleDefinitions[role].name}</RoleName>
      </p>
      <Actions role="list">
        <li>
          <NavLink to={pages.account.path}>{pages.account.title}</NavLink>
        </li>
        <li>
          <TextButton
            disabled={signOut.isPending}
            onClick={() => (hasDrafts(username) ? setIsAsking(true) : signOut.mutate())}
          >
            Sign out
          </TextButton>
        </li>
      </Actions>
      {isAsking && (
        <Confirm
          title="Discard your draft?"
          words="You have an unsent reply or an unsaved note. Signing out discards it."
          action="Sign out and discard"
          $grave
          onConfirm={() => signOut.mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
      {signOut.error && <Failure role="alert">{signOut.error.message}</Failure>}
    </Wrapper>
  );
}

const Wrapper = styled.section`
  padding-top: ${space.base};
  border-top: 1px solid ${color.line};
  font-size: ${size.small};

  ${media.wide} {
    margin: 0 1.5rem;
    padding-bottom: ${space.medium};
  }
`;

const Name = styled.strong`
  display: block;
  font-weight: 600;
  overflow-wrap: anywhere;
`;

const RoleName = styled.span`
  color: ${color.muted};
`;

const Actions = styled.ul`
  margin-top: ${space.tiny};

  a {
    display: inline-block;
    padding: 0.375rem 0;
  }
`;

const Failure = styled.p`
  margin-top: ${space.tiny};
  color: ${color.danger};
`;
