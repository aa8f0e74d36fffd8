import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { color, space } from '../../design/tokens.ts';
import { setPageTitle } from './window-title.ts';

let isFirst = true;

interface PageTitleProps {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}

/**
 * Sets the title of the window, and focuses the heading after navigation for screen readers.
 * Returns the ref for the heading.
 */
export function usePageTitle(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => setPageTitle(title), [title]);
  useEffect(() => {
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, []);
  return heading;
}

export function PageTitle({ title, lead, children }: PageTitleProps) {
  const heading = usePageTitle(title);
  return (
    <Header>
      <div>
        <Heading ref={heading} tabIndex={-1}>
          {title}
        </Heading>
        {lead && <Lead>{lead}</Lead>}
      </div>
      {children}
    </Header>
  );
}

export const BackLink = styled(Link)`
  display: inline-block;
  margin-bottom: ${space.tiny};
  padding-block: 0.25rem;
  font-size: 0.9375rem;
`;

const Header = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: ${space.base} ${space.large};
  padding-bottom: ${space.medium};
  border-bottom: 1px solid ${color.line};
`;

const Heading = styled.h1`
  font-size: clamp(2rem, 1.6rem + 1.6vw, 2.875rem);
  line-height: 1.1;
  letter-spacing: -0.016em;
`;

const Lead = styled.p`
  max-width: 38em;
  margin-top: ${space.tiny};
  color: ${color.muted};
`;
