import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';

import { color, space } from '../../../design/tokens.ts';
import { Button, CopyButton, PanelTitle, Prose, SideBySide } from '../../ui.tsx';

interface ShownOnceProps {
  title: string;
  lead: string;
  /** The link or the token; null if it was emailed instead. */
  secret: string | null;
  what: string;
  warning: string;
  onClose: () => void;
}

/** A secret to copy, which cannot be shown again. */
export function ShownOnce({ title, lead, secret, what, warning, onClose }: ShownOnceProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [title, lead]);
  function close(): void {
    onClose();
    document.querySelector('h1')?.focus();
  }
  return (
    <Wrapper>
      <PanelTitle ref={heading} tabIndex={-1}>
        {title}
      </PanelTitle>
      <Prose>{lead}</Prose>
      {secret !== null && (
        <>
          <Secret>{secret}</Secret>
          <Prose>It will not be shown again. {warning}</Prose>
        </>
      )}
      <SideBySide>
        {secret !== null && <CopyButton text={secret} what={what} isMain />}
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

const Secret = styled.code`
  padding: ${space.small};
  background: ${color.card};
  font-size: 0.9375rem;
  overflow-wrap: anywhere;
  user-select: all;
`;
