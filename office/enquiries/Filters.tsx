import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';

import { color, media, size, space } from '../../design/tokens.ts';
import { call } from '../client.ts';
import { Details, Input, Select, TextButton } from '../ui.tsx';
import { useColleagues } from './ChangeButtons.tsx';
import type { ListWish } from './use-enquiry-list.ts';
import { unassigned } from './words.ts';

const names = ['owner', 'reply', 'from', 'to', 'tag', 'spam', 'sort'] as const;

/** Reads the filter and the sort order from the address of a list. */
export function readFilter(parameters: URLSearchParams) {
  const [owner, reply, from, to, tag, spam, sort] = names.map((name) => parameters.get(name));
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

interface FiltersProps {
  parameters: URLSearchParams;
  withOwner: boolean;
  withOverdue: boolean;
  /** The number of enquiries that are marked as possible spam. */
  marked: number;
}

export function Filters({ parameters, withOwner, withOverdue, marked }: FiltersProps) {
  const [, setParameters] = useSearchParams();
  const colleagues = useColleagues();
  const tags = useTags();
  const isActive = names.some((name) => parameters.has(name));
  function set(name: (typeof names)[number], value: string): void {
    const next = new URLSearchParams(parameters);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setParameters(next, { replace: true });
  }
  const control = (name: (typeof names)[number]) => ({
    value: parameters.get(name) ?? '',
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
  });
  return (
    <Wide open={isActive || undefined} data-print="hide">
      <summary>Filter and sort{isActive && ' (active)'}</summary>
      <div>
        {withOwner && (
          <label>
            Assigned to
            <Select {...control('owner')}>
              <option value="">Anyone</option>
              <option value={unassigned}>Unassigned</option>
              {colleagues.map(({ username, name }) => (
                <option key={username} value={username}>
                  {name}
                </option>
              ))}
            </Select>
          </label>
        )}
        <label>
          Answered
          <Select {...control('reply')}>
            <option value="">Any</option>
            <option value="due">No</option>
            {(withOverdue || parameters.get('reply') === 'overdue') && (
              <option value="overdue">No, and overdue</option>
            )}
          </Select>
        </label>
        <label>
          Received on or after
          <DateInput type="date" {...control('from')} />
        </label>
        <label>
          Received on or before
          <DateInput type="date" {...control('to')} />
        </label>
        {tags.length > 0 && (
          <label>
            Tag
            <Select {...control('tag')}>
              <option value="">Any</option>
              {tags.map((tag) => (
                <option key={tag}>{tag}</option>
              ))}
            </Select>
          </label>
        )}
        {(marked > 0 || parameters.has('spam')) && (
          <label>
            Screening
            <Select {...control('spam')}>
              <option value="">Any</option>
              <option value="possible">Possible spam ({marked.toLocaleString('en-ZA')})</option>
            </Select>
          </label>
        )}
        <label>
          Sort by
          <Select {...control('sort')}>
            <option value="">Newest first</option>
            <option value="oldest">Oldest first</option>
          </Select>
        </label>
        {isActive && <ClearFilter parameters={parameters} />}
      </div>
    </Wide>
  );
}

/** The tags in use. */
export function useTags(): string[] {
  const { data } = useQuery({
    queryKey: ['enquiry.tags'],
    queryFn: ({ signal }) => call('enquiry.tags', {}, { signal }),
    staleTime: 60_000,
  });
  return data?.tags ?? [];
}

export function ClearFilter({ parameters }: Pick<FiltersProps, 'parameters'>) {
  const [, setParameters] = useSearchParams();
  function clear(): void {
    const next = new URLSearchParams(parameters);
    for (const name of names) next.delete(name);
    setParameters(next, { replace: true });
  }
  return <TextButton onClick={clear}>Clear filter</TextButton>;
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
  }
  select {
    width: 100%;
  }
  ${media.medium} {
    > div {
      grid-template-columns: repeat(4, minmax(0, 14rem));
    }
  }
`;

const DateInput = styled(Input)`
  min-width: 0;
  min-height: 2.75rem;
  padding: 0.5rem;
  font-size: 0.9375rem;
`;
