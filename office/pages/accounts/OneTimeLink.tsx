import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';

import { color, space } from '../../../design/tokens.ts';
import type { LinkView } from '../../account-api.ts';
import { Button } from '../controls/Button.tsx';
import { readableTime } from '../controls/dates.ts';
import { PanelTitle, Prose } from '../controls/Panel.tsx';
import { RowActions } from '../controls/Rows.tsx';
import { useAnnounce } from '../shell/announce.tsx';

export type GivenLink = LinkView & { username: string };

/** A link that was just made. It cannot be shown a second time. */
export function OneTimeLink({
  url,
  expiresAt,
  username,
  onClose,
}: GivenLink & { onClose: () => void }) {
  const announce = useAnnounce();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), [url]);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(url);
    announce('The link was copied.');
  }
  return (
    <Wrapper>
      <PanelTitle ref={title} tabIndex={-1}>
        A link for {username}
      </PanelTitle>
      <Prose>
        Hand it to {username} yourself, and to nobody else: whoever has it can sign in. It works
        once, until {readableTime(expiresAt)}, and is not shown again.
      </Prose>
      <Address>{url}</Address>
      <RowActions>
        <Button $small onClick={() => void copy()}>
          Copy the link
        </Button>
        <Button $small $quiet onClick={onClose}>
          Done
        </Button>
      </RowActions>
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
