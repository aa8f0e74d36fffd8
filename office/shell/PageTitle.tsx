import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { Link, NavigationType, useNavigationType } from 'react-router-dom';
import { styled } from 'styled-components';

import { color, space } from '#design/tokens.ts';
import { useLastPulse } from './pulse.tsx';

let isFirst = true;

interface PageTitleProps {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}

/** Focused after navigation for screen readers. Also the title of the window. */
export function PageTitle({ title, lead, children }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { data } = useLastPulse();
  const count = data?.new ? `(${data.new}) ` : '';
  useEffect(() => {
    const company = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');
    document.title = `${count}${title} – ${company?.content ?? 'Enquiries'}`;
  }, [title, count]);
  const isBack = useNavigationType() === NavigationType.Pop;
  const begin = useEffectEvent(() => {
    // Going back, the browser scrolls to where the user was.
    if (!isFirst && !isBack) scrollTo(0, 0);
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  });
  useEffect(() => begin(), []);
  return (
    <Header>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
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

  h1 {
    font-size: clamp(2rem, 1.6rem + 1.6vw, 2.875rem);
    line-height: 1.1;
    letter-spacing: -0.016em;
  }
`;

const Lead = styled.div`
  max-width: 38em;
  margin-top: ${space.tiny};
  color: ${color.muted};
`;
