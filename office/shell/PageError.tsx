import { Component, Suspense, useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';

import { space } from '#design/tokens.ts';
import { Button, Prose } from '../ui.tsx';
import { stayHere } from './drafts.ts';
import { PageTitle } from './PageTitle.tsx';

/** The key in session storage for the build whose page could not be shown. */
const reloaded = 'reloaded';

function reload(): void {
  stayHere();
  location.reload();
}

export function Loaded({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <Boundary key={pathname}>
      <Suspense fallback={<Prose aria-busy="true">Loading …</Prose>}>{children}</Suspense>
    </Boundary>
  );
}

class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <PageError /> : this.props.children;
  }
}

/** Reloads the page once per build: a deployment may have replaced its code. */
function PageError() {
  useEffect(() => {
    const build = document.querySelector('script[src]')?.getAttribute('src') ?? '';
    if (sessionStorage.getItem(reloaded) === build) return;
    sessionStorage.setItem(reloaded, build);
    reload();
  }, []);
  return (
    <Wrapper>
      <PageTitle title="This page could not be shown" />
      <Prose>
        An update may have been installed while the page was open. Reload the page. Nothing you
        saved is lost.
      </Prose>
      <Button onClick={reload}>Reload page</Button>
    </Wrapper>
  );
}

export function NotFoundPage() {
  return (
    <>
      <PageTitle title="Page not found" />
      <Prose>The address is wrong, or your account does not have access to this page.</Prose>
    </>
  );
}

const Wrapper = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space.medium};
  padding: ${space.large} ${space.gutter};
`;
