import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { styled } from 'styled-components';

import { color, size, space } from '../../design/tokens.ts';
import { useSession } from '../shell/session.tsx';
import { useShortcuts } from '../shell/shortcuts.ts';
import { useMemory } from '../shell/use-memory.ts';
import { useNow } from '../shell/use-now.ts';
import { announce } from '../toast.tsx';
import { Button, SideBySide, TextButton } from '../ui.tsx';
import type { Row } from './api.ts';
import { maxItems } from './decisions.ts';
import { EnquiryRow } from './EnquiryRow.tsx';
import { lastEnquiry, rowsOf, type useEnquiryList } from './use-enquiry-list.ts';

interface ListProps {
  label: string;
  list: ReturnType<typeof useEnquiryList>;
  /** Returns the buttons for the selected rows. `done` clears the selection. */
  actions: (selected: Row[], done: () => void) => ReactNode;
}

/**
 * Shows the loaded rows. The keys `j` and `k` move between rows, and `x` and the checkboxes select
 * rows.
 */
export function EnquiryList({ label, list, actions }: ListProps) {
  const { username } = useSession();
  const now = useNow();
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const rows = rowsOf(list.data);
  const selected = rows.filter(({ id }) => selectedIds.has(id));
  const total = list.data?.pages.at(-1)?.total ?? rows.length;
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    x() {
      const id = focusedRow();
      if (id !== undefined) select([id]);
    },
  });
  const bar = useRef<HTMLDivElement>(null);
  const hadFocus = useLostFocus(rows, bar);
  useReturn();

  /** Selects or deselects rows; without `isSelected`, toggles them. */
  function select(ids: readonly string[], isSelected?: boolean): void {
    setSelectedIds((before) => {
      const next = new Set(before);
      for (const id of ids) {
        if (isSelected ?? !before.has(id)) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }
  const announced = useRef(0);
  useEffect(() => {
    const { size } = selectedIds;
    if (size > 0 && size !== announced.current) announce(`${size} selected.`);
    announced.current = size;
  }, [selectedIds]);

  async function showMore(): Promise<void> {
    const { data } = await list.fetchNextPage();
    announce(`Showing ${rowsOf(data).length} of ${total}.`);
    // Keyboard users continue at the first added row.
    setTimeout(() => {
      document.querySelectorAll<HTMLElement>('[data-row]')[rows.length]?.focus();
    });
  }

  const clear = () => setSelectedIds(new Set());
  return (
    <>
      <Head data-print="hide">
        <label>
          <input
            type="checkbox"
            checked={selected.length > 0 && selected.length === rows.length}
            ref={(box) => {
              if (box) box.indeterminate = selected.length > 0 && selected.length < rows.length;
            }}
            onChange={({ target }) =>
              select(
                rows.slice(0, maxItems).map(({ id }) => id),
                target.checked,
              )
            }
          />
          Select all
        </label>
        <p>
          {rows.length.toLocaleString('en-ZA')} of {total.toLocaleString('en-ZA')}
        </p>
      </Head>
      <Rows ref={hadFocus} aria-label={label} data-stale={list.isPlaceholderData || undefined}>
        {rows.map((row) => (
          <EnquiryRow
            key={row.id}
            row={row}
            now={now}
            you={username}
            isSelected={selectedIds.has(row.id)}
            onSelect={(isSelected) => select([row.id], isSelected)}
          />
        ))}
      </Rows>
      {list.hasNextPage && (
        <More>
          <Button $quiet $small disabled={list.isFetchingNextPage} onClick={() => void showMore()}>
            {list.isFetchingNextPage ? 'Loading …' : 'Show more'}
          </Button>
        </More>
      )}
      {selected.length > 0 && (
        <SelectionBar ref={bar} role="region" aria-label="Selected enquiries" data-print="hide">
          <p>
            {selected.length} selected <TextButton onClick={clear}>Clear</TextButton>
          </p>
          <SideBySide>{actions(selected, clear)}</SideBySide>
        </SelectionBar>
      )}
    </>
  );
}

/** The id of the row that contains the focus; undefined if no row does. */
export function focusedRow(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-id]')?.dataset.id;
}

/** Moves the focus to the next or the previous row, or to the first row if no row has the focus. */
function step(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const present = links.findIndex((link) =>
    link.closest('[data-id]')?.contains(document.activeElement),
  );
  const next = links[present === -1 ? 0 : Math.min(Math.max(present + by, 0), links.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** When the user returns from an enquiry, moves the focus to its row. */
function useReturn(): void {
  const [reference, forget] = useMemory(lastEnquiry);
  useEffect(() => {
    if (reference === '') return;
    const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-row]')];
    links.find(({ pathname }) => pathname.endsWith(`/${reference}`))?.focus();
    forget('');
  }, [reference, forget]);
}

/**
 * When the focused row leaves the list, for example because its enquiry was closed, focuses the
 * row that takes its place, or the last row. When the selection bar disappears with the focus,
 * focuses the row that had the focus before.
 */
function useLostFocus(rows: readonly Row[], bar: RefObject<HTMLElement | null>) {
  const list = useRef<HTMLUListElement>(null);
  const last = useRef(-1);
  useEffect(() => {
    const note = () => {
      if (bar.current?.contains(document.activeElement)) return;
      const items = [...(list.current?.children ?? [])];
      last.current = items.findIndex((item) => item.contains(document.activeElement));
    };
    addEventListener('focusin', note);
    return () => removeEventListener('focusin', note);
  }, [bar]);
  useEffect(() => {
    if (last.current === -1 || document.activeElement !== document.body) return;
    const links = [...document.querySelectorAll<HTMLElement>('[data-row]')];
    const heading = document.querySelector('h1');
    (links[Math.min(last.current, links.length - 1)] ?? heading)?.focus();
  }, [rows]);
  return list;
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

const Rows = styled.ul.attrs({ role: 'list' })`
  &[data-stale] {
    opacity: 0.55;
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
