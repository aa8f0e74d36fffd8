import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { color, media, motion, size, space } from '#design/tokens.ts';
import { pages } from '../page-list.ts';
import { listLabels, listNames, type ListName } from './lists.ts';

interface TabsProps {
  /** The current list; undefined during a search. */
  current: ListName | undefined;
  counts: Record<ListName, number> | undefined;
  parameters: URLSearchParams;
  onSelect: () => void;
}

/** The links keep the filter, except that the link to the user's enquiries drops the assignee. */
export function Tabs({ current, counts, parameters, onSelect }: TabsProps) {
  function addressOf(tab: ListName): string {
    if (tab === 'spam') return pages.spam.path;
    const next = new URLSearchParams(parameters);
    next.set('tab', tab);
    if (tab === 'mine') next.delete('owner');
    return `${pages.enquiries.path}?${next.toString()}`;
  }
  return (
    <TabBar aria-label="Lists of enquiries" data-print="hide">
      <ul role="list">
        {listNames.map((tab) => (
          <li key={tab}>
            <Link
              to={addressOf(tab)}
              aria-current={tab === current ? 'page' : undefined}
              onClick={onSelect}
            >
              {listLabels[tab]} <small>{counts?.[tab].toLocaleString('en-ZA')}</small>
            </Link>
          </li>
        ))}
      </ul>
    </TabBar>
  );
}

const TabBar = styled.nav`
  border-bottom: 1px solid ${color.line};

  ul {
    display: flex;
    flex-wrap: wrap;
    column-gap: ${space.base};
    font-size: ${size.small};

    ${media.medium} {
      column-gap: ${space.medium};
      font-size: inherit;
    }
  }
  a {
    display: block;
    padding: ${space.small} 0;
    border-bottom: 3px solid transparent;
    color: ${color.muted};
    font-weight: 500;
    white-space: nowrap;
    text-decoration: none;
    transition: color ${motion.quick};
  }
  a:hover {
    color: ${color.ink};
  }
  a:focus-visible {
    outline-offset: -3px;
  }
  [aria-current] {
    border-bottom-color: ${color.accent};
    color: ${color.ink};
    font-weight: 600;
  }
  li:last-child {
    margin-left: auto;
  }
  small {
    margin-left: 0.125rem;
    font-size: ${size.small};
    font-variant-numeric: tabular-nums;
  }
  /* The system would draw the transparent line too. */
  ${media.forced} {
    a {
      border-bottom-color: Canvas;
    }
    [aria-current] {
      border-bottom-color: Highlight;
    }
  }
`;
