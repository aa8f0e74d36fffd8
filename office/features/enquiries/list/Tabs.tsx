import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { color, motion, size, space } from '../../../../design/tokens.ts';
import { pages } from '../../../page-list.ts';
import { lists, tabsOf, type ListName } from '../state.ts';

const tabs = tabsOf('enquiries');

interface TabsProps {
  /** The current list; undefined during a search. */
  current: ListName | undefined;
  counts: Record<ListName, number> | undefined;
  onSelect: () => void;
}

/** Links to the lists, each with its count. */
export function Tabs({ current, counts, onSelect }: TabsProps) {
  const number = (tab: ListName) =>
    counts && <Number>{counts[tab].toLocaleString('en-ZA')}</Number>;
  return (
    <Bar aria-label="Lists of enquiries" data-print="hide">
      <ul role="list">
        {tabs.map((tab) => (
          <li key={tab}>
            <Link
              to={tab === tabs[0] ? pages.enquiries.path : `${pages.enquiries.path}?tab=${tab}`}
              aria-current={tab === current ? 'page' : undefined}
              onClick={onSelect}
            >
              {lists[tab].label} {number(tab)}
            </Link>
          </li>
        ))}
        <li>
          <Link to={pages.spam.path}>
            {lists.spam.label} {number('spam')}
          </Link>
        </li>
      </ul>
    </Bar>
  );
}

const Bar = styled.nav`
  border-bottom: 1px solid ${color.line};

  ul {
    display: flex;
    flex-wrap: wrap;
    column-gap: ${space.medium};
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
    border-bottom-color: ${color.brass};
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
