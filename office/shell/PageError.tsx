import { styled } from 'styled-components';

import { space } from '../../design/tokens.ts';
import { Button } from '../controls/Button.tsx';
import { Prose } from '../controls/Panel.tsx';
import { PageTitle } from './PageTitle.tsx';

/** In the place of a page that has failed. */
export function PageError() {
  return (
    <Wrapper>
      <PageTitle title="This page has failed" />
      <Prose>
        The office may have been renewed while you were here. Reloading helps then. Nothing that was
        saved is lost.
      </Prose>
      <Button onClick={() => location.reload()}>Reload the page</Button>
    </Wrapper>
  );
}

/** In the place of a page that does not exist, or that an account may not open. */
export function NotFoundPage() {
  return (
    <>
      <PageTitle title="There is nothing here" />
      <Prose>The address is wrong, or your account may not open this page.</Prose>
    </>
  );
}

const Wrapper = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space.medium};
  padding: ${space.large} ${space.gutter};
`;
