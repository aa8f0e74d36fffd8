import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { color, media, motion, size, space } from '../../design/tokens.ts';
import { pages } from '../page-list.ts';
import { listLabels, type ListName } from './lists.ts';
import { inboxLists } from './words.ts';

interface TabsProps {
  /** The current list; undefined during a search. */
  current: ListName | undefined;
  counts: Record<ListName, number> | undefined;
  parameters: URLSearchParams;
  onSelect: () => void;
}

/**
 * Links to the lists of the inbox and to spam, each with its count. Links within the inbox keep the
 * filter, but the link to the user's own enquiries leaves out the assignee.
 */
export function Tabs({ current, counts, parameters, onSelect }: TabsProps) {
  function to(tab: ListName): string {
    const next = new URLSearchParams(parameters);
    next.delete('tab');
    if (tab !== inboxLists[0]) next.set('tab', tab);
    if (tab === 'mine') next.delete('owner');
    return next.size > 0 ? `${pages.enquiries.path}?${next.toString()}` : pages.enquiries.path;
  }
  const number = (tab: ListName) =>
    counts && <Number>{counts[tab].toLocaleString('en-ZA')}</Number>;
  return (
    <TabBar aria-label="Lists of enquiries" data-print="hide">
      <ul role="list">
        {inboxLists.map((tab) => (
          <li key={tab}>
            <Link
              to={to(tab)}
              aria-current={tab === current ? 'page' : undefined}
              onClick={onSelect}
            >
              {listLabels[tab]} {number(tab)}
            </Link>
          </li>
        ))}
        <li>
          <Link to={pages.spam.path}>
            {listLabels.spam} {number('spam')}
          </Link>
        </li>
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
`;

const Number = styled.span`
  margin-left: 0.125rem;
  font-size: ${size.small};
  font-variant-numeric: tabular-nums;
`;
