import { lazy, Suspense } from 'react';
import { Outlet, ScrollRestoration, useMatches } from 'react-router-dom';
import { styled } from 'styled-components';

import { may, type Right } from '../rights.ts';
import { SkipLink } from '../../design/layout.ts';
import { color, media, space } from '../../design/tokens.ts';
import { wordsOf } from '../client.ts';
import { ToastProvider } from '../toast.tsx';
import { Button, Message } from '../ui.tsx';
import { PulseProvider, useIsLive } from './pulse.tsx';
import { useSessionState } from './session.tsx';
import { Navigation } from './Navigation.tsx';
import { NotFoundPage } from './PageError.tsx';

const SignIn = lazy(async () => ({ default: (await import('./SignIn.tsx')).SignIn }));

const mainId = 'content';

export function Shell() {
  const { session, error, retry } = useSessionState();
  const page = useMatches().at(-1);
  if (error && !session) {
    return (
      <Alone>
        <Message tone="danger">{wordsOf(error)}</Message>
        <Button onClick={retry}>Try again</Button>
      </Alone>
    );
  }
  if (session === undefined) return <Alone aria-busy="true">Loading …</Alone>;
  if (session === null) {
    return (
      <Suspense>
        <SignIn />
      </Suspense>
    );
  }
  // The server checks every request as well.
  const right = (page?.handle ?? 'anybody') as Right | 'anybody';
  const isAllowed = right === 'anybody' || may(session.role, right);
  return (
    // Discards the state of the pages when another account signs in.
    <Frame key={session.username}>
      <SkipLink href={`#${mainId}`} data-print="hide">
        Skip to content
      </SkipLink>
      <Navigation />
      <Main id={mainId} tabIndex={-1}>
        <ToastProvider>
          <PulseProvider>
            <Outage />
            {isAllowed ? <Outlet /> : <NotFoundPage />}
          </PulseProvider>
        </ToastProvider>
      </Main>
      <ScrollRestoration />
    </Frame>
  );
}

/** Says that the page may be out of date. */
function Outage() {
  const isLive = useIsLive();
  return (
    <Place role="status" data-print="hide">
      {!isLive && (
        <Message tone="danger">
          The enquiries desk is not answering. This page may be out of date; what you type is kept.
        </Message>
      )}
    </Place>
  );
}

const Place = styled.div`
  position: sticky;
  top: ${space.tiny};
  z-index: 10;

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
