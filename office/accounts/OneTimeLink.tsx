import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';

import { readableTime } from '../../contract/time.ts';
import { color, space } from '../../design/tokens.ts';
import type { OutputOf } from '../api.ts';
import { Button, CopyButton, PanelTitle, Prose, SideBySide } from '../ui.tsx';

export type GivenLink = OutputOf<'account.link'> & { name: string };

/** Shows a new one-time link, which cannot be shown again, or says that it was emailed. */
export function OneTimeLink({
  url,
  expiresAt,
  name,
  onClose,
}: GivenLink & { onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [url, name]);
  function close(): void {
    onClose();
    document.querySelector('h1')?.focus();
  }
  return (
    <Wrapper>
      <PanelTitle ref={heading} tabIndex={-1}>
        {url === null ? `We emailed ${name} a link` : `Give ${name} this link`}
      </PanelTitle>
      <Prose>
        {name} can use it once, until {readableTime(expiresAt)}, to choose a password and sign in.
      </Prose>
      {url !== null && (
        <>
          <Link>{url}</Link>
          <Prose>
            It will not be shown again. Do not share it with anyone else: anyone who opens it can
            sign in.
          </Prose>
        </>
      )}
      <SideBySide>
        {url !== null && <CopyButton text={url} what="link" />}
        <Button $small $quiet onClick={close}>
          Close
        </Button>
      </SideBySide>
    </Wrapper>
  );
}

const Wrapper = styled.section`
  display: grid;
  justify-items: start;
  gap: ${space.small};
  max-width: 52rem;
  margin-top: ${space.large};
  padding: ${space.medium};
  border-left: 3px solid ${color.accent};
  background: ${color.tint};
`;

const Link = styled.code`
  padding: ${space.small};
  background: ${color.card};
  font-size: 0.9375rem;
  overflow-wrap: anywhere;
  user-select: all;
`;
