import { useState } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { styled } from 'styled-components';

import { Brand } from '#design/Brand.tsx';
import { VisuallyHidden } from '#design/layout.ts';
import { drawn } from '#design/line-art.tsx';
import { color, media, motion, size, space } from '#design/tokens.ts';
import { pages, pagesInNavigation, type PageName } from '../page-list.ts';
import { queueBoardPath } from '../paths.ts';
import { DueRequests } from '../people/DueRequests.tsx';
import { roleDefinitions } from '../rights.ts';
import { Confirm, ErrorMessage, TextButton } from '../ui.tsx';
import { hasDrafts } from './drafts.ts';
import { useSession, useSessionState } from './session.tsx';
import { useAction } from './use-action.ts';

const listId = 'navigation';

/** On wide screens a column, otherwise a bar with a menu that closes on each new page. */
export function Navigation() {
  const { role, may } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const entries = pagesInNavigation(role);
  const link = (name: PageName) => (
    <li key={name}>
      <NavLink to={pages[name].path}>
        {pages[name].title}
        {name === 'people' && <DueRequests />}
      </NavLink>
    </li>
  );
  return (
    <Bar data-open={isOpen} data-print="hide">
      <Top>
        <Brand name="Enquiries" as={Link} to="/" />
        <Toggle
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <VisuallyHidden>{isOpen ? 'Close menu' : 'Open menu'}</VisuallyHidden>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={isOpen ? 'M5 5l14 14M19 5L5 19' : 'M3 8h18M3 16h18'} />
          </svg>
        </Toggle>
      </Top>
      <Contents id={listId}>
        <nav aria-label="Main">
          <ul role="list">
            {entries.filter((name) => name !== 'accounts').map(link)}
            {may('queue.read') && (
              <li>
                <a href={queueBoardPath}>Queues</a>
              </li>
            )}
            {entries.includes('accounts') && link('accounts')}
          </ul>
        </nav>
        <AccountMenu />
      </Contents>
    </Bar>
  );
}

function AccountMenu() {
  const { name, role, username } = useSession();
  const { end } = useSessionState();
  const signOut = useAction('session.sign-out', { anonymous: true, onSuccess: end });
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Account aria-label={pages.account.title}>
      <strong>{name}</strong>
      <p>{roleDefinitions[role].label}</p>
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
    </Account>
  );
}

const Bar = styled.header`
  border-bottom: 1px solid ${color.line};

  ${media.wide} {
    position: sticky;
    top: 0;
    display: flex;
    flex-direction: column;
    height: 100dvh;
    overflow-y: auto;
    border-right: 1px solid ${color.line};
    border-bottom: 0;
  }
`;

const Top = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  min-height: 4rem;
  padding: 0 ${space.gutter};

  ${media.wide} {
    padding: ${space.medium} 1.5rem ${space.base};
  }
`;

const Toggle = styled.button`
  width: 3rem;
  height: 3rem;
  margin-right: -0.75rem;
  padding: 0.75rem;
  border: 0;
  background: none;
  cursor: pointer;

  svg {
    ${drawn(color.ink, 1.5)}
  }
  ${media.wide} {
    display: none;
  }
`;

const Contents = styled.div`
  nav a {
    display: block;
    padding: 0.75rem 0;
    color: ${color.ink};
    font-weight: 500;
    text-decoration: none;
  }
  nav [aria-current] {
    text-decoration: underline ${color.accent} 2px;
    text-underline-offset: 0.4em;
  }
  ${media.belowWide} {
    padding: 0 ${space.gutter} ${space.medium};

    [data-open='false'] > & {
      display: none;
    }
    nav li + li {
      border-top: 1px solid ${color.line};
    }
  }
  ${media.wide} {
    display: flex;
    flex: 1;
    flex-direction: column;
    justify-content: space-between;
    gap: ${space.large};

    nav a {
      padding: 0.5625rem 1.5rem;
      border-left: 3px solid transparent;
      font-size: ${size.text};
      transition: background-color ${motion.quick};
    }
    nav a:hover {
      background: ${color.tint};
    }
    nav [aria-current] {
      border-left-color: ${color.accent};
      background: ${color.tint};
      text-decoration: none;
    }
    ${media.forced} {
      nav a {
        border-left-color: Canvas;
      }
      nav [aria-current] {
        border-left-color: Highlight;
      }
    }
  }
`;

const Account = styled.section`
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
