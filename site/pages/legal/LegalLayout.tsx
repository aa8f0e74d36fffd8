import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Shell } from '../../design/layout.tsx';
import { color, media, size } from '../../design/theme.ts';
import { Contents, type ContentsEntry } from './Contents.tsx';

interface LegalLayoutProps {
  entries: ContentsEntry[];
  lastUpdated: string;
  children: ReactNode;
}

/** A document beside its table of contents. */
export function LegalLayout({ entries, lastUpdated, children }: LegalLayoutProps) {
  return (
    <Columns>
      <Contents entries={entries} />
      <Body>
        {children}
        <LastUpdated>{lastUpdated}</LastUpdated>
      </Body>
    </Columns>
  );
}

const Columns = styled(Shell)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 3rem clamp(3rem, 6vw, 6rem);
  padding-block: clamp(2.5rem, 5vw, 5rem) clamp(4rem, 8vw, 8rem);

  ${media.wide} {
    grid-template-columns: minmax(15rem, 3fr) minmax(0, 8fr);
  }
  ${media.print} {
    display: block;
    width: auto;
  }
`;

const Body = styled.div`
  max-width: 46rem;
`;

const LastUpdated = styled.p`
  margin-top: clamp(3rem, 5vw, 5rem);
  padding-top: 1rem;
  border-top: 2px solid ${color.brass};
  color: ${color.muted};
  font-size: ${size.small};
`;
