import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';

import { color, media, size, space } from '#design/tokens.ts';
import { useAnswer } from '../shell/use-action.ts';
import { Choice, Details, TextButton } from '../ui.tsx';
import { useColleagues } from './ChangeButtons.tsx';
import { SlowInput } from './SlowInput.tsx';
import type { ListName } from './lists.ts';
import type { ListWish } from './use-enquiry-list.ts';
import { unassigned } from './words.ts';

const names = ['owner', 'reply', 'from', 'to', 'tag', 'spam', 'sort'] as const;
type FilterName = (typeof names)[number];

export function readFilter(parameters: URLSearchParams) {
  const given: Partial<Record<FilterName, string>> = Object.fromEntries(parameters);
  const { owner, reply, from, to, tag, spam, sort } = given;
  return {
    ...(owner ? { owner: owner === unassigned ? null : owner } : {}),
    ...(reply === 'due' || reply === 'overdue' ? { reply } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(tag ? { tag } : {}),
    ...(spam ? { marked: true } : {}),
    ...(sort ? { oldestFirst: true } : {}),
  } satisfies Partial<ListWish>;
}

type SetParameters = ReturnType<typeof useSearchParams>[1];

export function clearFilter(setParameters: SetParameters): void {
  setParameters(
    (parameters) => {
      for (const name of names) parameters.delete(name);
      return parameters;
    },
    { replace: true },
  );
}

/** The filter and the sort order of a list. They are kept in its address. */
export function Filters({ list }: { list: ListName }) {
  const [parameters, setParameters] = useSearchParams();
  const colleagues = useColleagues();
  const tags = useTags();
  const isActive = names.some((name) => parameters.has(name));
  // Only at first: clearing the last filter must not close it.
  const [wasActive] = useState(isActive);
  const valueOf = (name: FilterName) => parameters.get(name) ?? '';
  function set(name: FilterName, value: string): void {
    const next = new URLSearchParams(parameters);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setParameters(next, { replace: true });
  }
  const choice = (label: string, name: FilterName, options: Record<string, string>) => (
    <Choice
      {...{ label, options }}
      value={valueOf(name)}
      onChange={({ target }) => set(name, target.value)}
    />
  );
  const day = (label: string, name: 'from' | 'to') => (
    <label>
      {label}
      <SlowInput
        type="date"
        min="2000-01-01"
        value={valueOf(name)}
        onValue={(value) => set(name, value)}
      />
    </label>
  );
  return (
    <Wide open={wasActive} data-print="hide">
      <summary>Filter and sort{isActive && ' (active)'}</summary>
      <div>
        {list !== 'mine' &&
          choice('Assigned to', 'owner', {
            '': 'Anyone',
            [unassigned]: 'Unassigned',
            ...colleagues,
          })}
        {choice('Answered', 'reply', { '': 'Any', due: 'No', overdue: 'No, and overdue' })}
        {day('Received on or after', 'from')}
        {day('Received on or before', 'to')}
        {tags.length > 0 &&
          choice('Tag', 'tag', { '': 'Any', ...Object.fromEntries(tags.map((tag) => [tag, tag])) })}
        {list !== 'spam' && choice('Screening', 'spam', { '': 'Any', possible: 'Possible spam' })}
        {choice('Sort by', 'sort', { '': 'Newest first', oldest: 'Oldest first' })}
        {isActive && (
          <TextButton onClick={() => clearFilter(setParameters)}>Clear filter</TextButton>
        )}
      </div>
    </Wide>
  );
}

/** The tags in use. */
export function useTags(): readonly string[] {
  return useAnswer('enquiry.tags', {}).data?.tags ?? [];
}

const Wide = styled(Details)`
  margin-top: ${space.tiny};
  font-size: ${size.small};

  > div {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: ${space.small} ${space.base};
    align-items: end;
    padding-block: ${space.small};
  }
  label {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: ${space.tiny};
    min-width: 0;
    color: ${color.muted};
    font-size: ${size.small};
    font-weight: 400;
  }
  select {
    width: 100%;
  }
  input {
    min-width: 0;
    min-height: 2.75rem;
    padding: 0.5rem;
    font-size: 0.9375rem;
  }
  ${media.medium} {
    > div {
      grid-template-columns: repeat(4, minmax(0, 14rem));
    }
  }
`;
