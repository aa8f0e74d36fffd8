import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, font, media, scrollOffset } from '../../design/theme.ts';

interface DocumentSectionProps {
  id: string;
  marker?: string;
  title: string;
  /** A section within another one. */
  $inner?: boolean;
  children: ReactNode;
}

export function DocumentSection({ id, marker, title, $inner, children }: DocumentSectionProps) {
  return (
    <Wrapper id={id} $inner={$inner}>
      <Heading as={$inner ? 'h3' : 'h2'} $inner={$inner}>
        {marker && <Marker>{marker}</Marker>}
        <span>{title}</span>
      </Heading>
      {$inner ? <Indented>{children}</Indented> : children}
    </Wrapper>
  );
}

const Wrapper = styled.section<{ $inner?: boolean | undefined }>`
  /* Without padding of its own, a heading needs some air below the bar. */
  scroll-margin-top: calc(${scrollOffset} + 1.5rem);

  & + & {
    margin-top: ${({ $inner }) => ($inner ? '2.5rem' : 'clamp(3rem, 5vw, 4.5rem)')};
  }
`;

const Indented = styled.div`
  ${media.medium} {
    padding-left: 3.5rem;
  }
`;

const Heading = styled.h2<{ $inner?: boolean | undefined }>`
  display: flex;
  gap: 0 1rem;
  margin-bottom: ${({ $inner }) => ($inner ? '0.5rem' : '1.125rem')};
  font-size: ${({ $inner }) => ($inner ? '1.375rem' : 'clamp(1.625rem, 1.4rem + 0.9vw, 2.125rem)')};
  line-height: 1.2;
  letter-spacing: -0.012em;
`;

const Marker = styled.span`
  flex: none;
  min-width: 1.5rem;
  color: ${color.brass};
  font-family: ${font.display};

  ${media.medium} {
    min-width: 2.5rem;
  }
`;
