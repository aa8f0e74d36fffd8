import { Outlet, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';

import { SkipLink } from '#design/layout.ts';
import { color, media, space } from '#design/tokens.ts';
import { ToastProvider } from '../toast.tsx';
import { Button, ErrorMessage, InSight, Message } from '../ui.tsx';
import { Navigation } from './Navigation.tsx';
import { useLastPulse, usePulse } from './pulse.tsx';
import { useSessionState } from './session.tsx';
import { SignIn } from './SignIn.tsx';

const mainId = 'content';

export function Shell() {
  const { session, error, retry } = useSessionState();
  if (error && !session) {
    return (
      <Alone>
        <ErrorMessage error={error} />
        <Button onClick={retry}>Try again</Button>
      </Alone>
    );
  }
  if (session === undefined) return <Alone aria-busy="true">Loading …</Alone>;
  if (session === null) return <SignIn />;
  // Discards the state of the pages when another account signs in.
  return <Framed key={session.username} />;
}

function Framed() {
  const { key } = useLocation();
  usePulse();
  const { error } = useLastPulse();
  return (
    <Frame>
      <SkipLink href={`#${mainId}`} data-print="hide">
        Skip to content
      </SkipLink>
      <Navigation key={key} />
      <Main id={mainId} tabIndex={-1}>
        <ToastProvider>
          <Place role="status" data-print="hide">
            {error && (
              <Message tone="danger">
                The enquiries desk is not answering. This page may be out of date; what you type is
                kept.
              </Message>
            )}
          </Place>
          <Outlet />
        </ToastProvider>
      </Main>
    </Frame>
  );
}

const Place = styled(InSight)`
  > p {
    max-width: none;
    margin-bottom: ${space.medium};
  }
`;

const Alone = styled.main`
  display: grid;
  place-content: center;
  justify-items: center;
  gap: ${space.medium};
  min-height: 100dvh;
  padding: ${space.gutter};
  color: ${color.muted};
`;

const Frame = styled.div`
  min-height: 100dvh;

  ${media.wide} {
    display: grid;
    grid-template-columns: 15.5rem minmax(0, 1fr);
  }
  /* Landscape paper is wide, but has no navigation. */
  ${media.print} {
    display: block;
  }
`;

const Main = styled.main`
  width: 100%;
  max-width: 88rem;
  padding: ${space.large} ${space.gutter} ${space.huge};

  ${media.print} {
    padding: 0;
  }
`;
