import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { color, space } from '../../design/tokens.ts';

let isFirst = true;

let windowTitle = document.title;
let newEnquiries = 0;
let isPrinting = false;

function showTitle(): void {
  document.title =
    newEnquiries > 0 && !isPrinting ? `(${newEnquiries}) ${windowTitle}` : windowTitle;
}

/** Sets the title of the window to that of a page, followed by the firm's name. */
function setPageTitle(page: string): void {
  const company = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');
  windowTitle = `${page} – ${company?.content ?? 'Enquiries'}`;
  showTitle();
}

/** Shows the number of new enquiries before the title, if there are any. */
export function setNewEnquiries(count: number): void {
  newEnquiries = count;
  showTitle();
}

// A saved PDF is named after the window title, so the number is hidden while printing.
for (const kind of ['beforeprint', 'afterprint']) {
  addEventListener(kind, () => {
    isPrinting = kind === 'beforeprint';
    showTitle();
  });
}

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
