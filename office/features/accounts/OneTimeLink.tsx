import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';

import { readableTime } from '../../../contract/time.ts';
import { color, space } from '../../../design/tokens.ts';
import type { AnswerOf } from '../../office-api.ts';
import { Button } from '../../controls/Button.tsx';
import { CopyButton } from '../../controls/CopyButton.tsx';
import { PanelTitle, Prose } from '../../controls/Panel.tsx';
import { SideBySide } from '../../controls/Rows.tsx';

export type GivenLink = AnswerOf<'account.link'> & { name: string };

/** A new one-time link, which cannot be shown again, or says that it was emailed. */
export function OneTimeLink({
  url,
  expiresAt,
  name,
  onClose,
}: GivenLink & { onClose: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), [expiresAt]);
  function close(): void {
    onClose();
    document.querySelector('h1')?.focus();
  }
  return (
    <Wrapper>
      <PanelTitle ref={title} tabIndex={-1}>
        {url === null ? `We emailed ${name} a link` : `Give ${name} this link`}
      </PanelTitle>
      <Prose>
        {name} can use it once, until {readableTime(expiresAt)}, to choose a password and sign in.
      </Prose>
      {url !== null && (
        <>
          <Address>{url}</Address>
          <Prose>
            It will not be shown again. Do not share it with anyone else: anyone who opens it can
            sign in.
          </Prose>
        </>
      )}
      <SideBySide>
        {url !== null && <CopyButton text={url} what="link" isMain />}
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
  border-left: 3px solid ${color.brass};
  background: ${color.vellum};
`;

const Address = styled.code`
  padding: ${space.small};
  background: ${color.card};
  font-size: 0.9375rem;
  overflow-wrap: anywhere;
  user-select: all;
`;
