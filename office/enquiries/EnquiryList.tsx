import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';

import { color, size, space } from '#design/tokens.ts';
import { useSession } from '../shell/session.tsx';
import { useShortcuts } from '../shell/shortcuts.ts';
import { useNow } from '../shell/use-now.ts';
import { announce } from '../toast.tsx';
import { Button, SideBySide, TextButton } from '../ui.tsx';
import type { Row } from './api.ts';
import { ChangeButtons, usePressing } from './ChangeButtons.tsx';
import { maxItems } from './decisions.ts';
import { EnquiryRow } from './EnquiryRow.tsx';
import type { Changes } from './use-changes.ts';
import { lastOpened, type FromList, type ListQuery } from './use-enquiry-list.ts';

interface ListProps {
  label: string;
  list: ListQuery;
  rows: readonly Row[];
  from: FromList;
  changes: Changes;
}

const linksOfRows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];

/** The keys `j` and `k` move between rows; `x` and the checkboxes select rows. */
export function EnquiryList({ label, list, rows, from, changes }: ListProps) {
  const { username } = useSession();
  const navigate = useNavigate();
  const now = useNow();
  const [selected, setSelected] = useState<readonly string[]>([]);
  const focused = () => rows.filter(({ id }) => id === rowOf(document.activeElement));
  const pressing = usePressing(changes, focused, () => setSelected([]));
  const chosen = rows.filter(({ id }) => selected.includes(id));
  const total = list.data?.pages.at(-1)?.total ?? rows.length;
  useShortcuts({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    x: () => focused().forEach(({ id }) => select(id, !selected.includes(id))),
    n: () => open('note'),
    r: () => open('reply'),
  });
  function open(does: FromList['does']): void {
    const [row] = focused();
    if (row) navigate(`/enquiries/${row.reference}`, { state: { ...from, does } });
  }
  function change(ids: readonly string[]): void {
    setSelected(ids);
    announce(`${ids.length} selected.`);
  }
  function select(id: string, isSelected: boolean): void {
    change(isSelected ? [...selected, id] : selected.filter((other) => other !== id));
  }
  useEffect(() => {
    if (lastOpened.reference === '') return;
    const opened = rows.findIndex(({ reference }) => reference === lastOpened.reference);
    lastOpened.reference = '';
    linksOfRows()[opened]?.focus();
  }, [rows]);
  const lastFocused = useRef(-1);
  useEffect(() => {
    // When the row with the focus has left the list, the next one takes its place.
    if (lastFocused.current === -1 || document.activeElement !== document.body) return;
    const links = linksOfRows();
    links[Math.min(lastFocused.current, links.length - 1)]?.focus();
  }, [rows]);
  async function showMore(): Promise<void> {
    await list.fetchNextPage();
    // Keyboard users continue at the first added row.
    setTimeout(() => linksOfRows()[rows.length]?.focus());
  }
  return (
    <>
      <Head data-print="hide">
        <label>
          <input
            type="checkbox"
            checked={chosen.length > 0 && chosen.length === rows.length}
            onChange={({ target }) =>
              change(target.checked ? rows.slice(0, maxItems).map(({ id }) => id) : [])
            }
          />
          Select all
        </label>
        <p>
          {rows.length.toLocaleString('en-ZA')} of {total.toLocaleString('en-ZA')}
        </p>
      </Head>
      <ul
        role="list"
        aria-label={label}
        onFocus={({ target }) => {
          lastFocused.current = rows.findIndex(({ id }) => id === rowOf(target));
        }}
      >
        {rows.map((row) => (
          <EnquiryRow
            key={row.id}
            {...{ row, from, now, you: username }}
            isSelected={selected.includes(row.id)}
            onSelect={(isSelected) => select(row.id, isSelected)}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <More>
          <Button $quiet $small disabled={list.isFetchingNextPage} onClick={() => void showMore()}>
            Show more
          </Button>
        </More>
      )}
      {chosen.length > 0 && (
        <SelectionBar role="region" aria-label="Selected enquiries" data-print="hide">
          <p>
            {chosen.length} selected <TextButton onClick={() => change([])}>Clear</TextButton>
          </p>
          <SideBySide>
            <ChangeButtons enquiries={chosen} pressing={pressing} />
          </SideBySide>
        </SelectionBar>
      )}
      {pressing.dialog}
    </>
  );
}

function rowOf(element: Element | null): string | undefined {
  return element?.closest<HTMLElement>('[data-id]')?.dataset.id;
}

function moveFocus(by: 1 | -1): void {
  const links = linksOfRows();
  const present = links.findIndex((link) => rowOf(link) === rowOf(document.activeElement));
  const next = links[present === -1 ? 0 : Math.min(Math.max(present + by, 0), links.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding-block: ${space.small};
  border-bottom: 1px solid ${color.line};
  color: ${color.muted};
  font-size: ${size.small};
  font-variant-numeric: tabular-nums;

  label {
    display: flex;
    align-items: center;
    gap: 0.875rem;
    min-height: 1.75rem;
    padding-left: 0.375rem;
    cursor: pointer;
  }
`;

const More = styled.div`
  padding-block: ${space.medium};
  text-align: center;
`;

const SelectionBar = styled(SideBySide)`
  position: sticky;
  bottom: 0;
  z-index: 5;
  justify-content: space-between;
  gap: ${space.tiny} ${space.medium};
  padding: ${space.small} ${space.base};
  border: 1px solid ${color.line};
  border-top: 3px solid ${color.accent};
  background: ${color.tint};

  > p {
    font-weight: 600;
    font-size: 0.9375rem;
  }
  > p button {
    margin-left: ${space.tiny};
    font-weight: 400;
  }
`;
