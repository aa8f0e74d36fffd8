import { useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';

import { color, media, size, space } from '../../../../design/tokens.ts';
import { TextButton } from '../../../controls/Button.tsx';
import { Input } from '../../../controls/Field.tsx';
import { Details } from '../../../controls/Panel.tsx';
import { Select } from '../../../controls/Select.tsx';
import { useNames } from '../../../shell/use-names.ts';
import { useOperation } from '../../../shell/use-operation.ts';
import { unassigned } from '../state.ts';
import type { ListWish } from './use-list.ts';

const names = ['owner', 'reply', 'spam', 'from', 'to', 'tag', 'sort'] as const;

/** Reads the filter and the sort order from the address of a list. */
export function readFilter(parameters: URLSearchParams) {
  const [owner, reply, spam, from, to, tag, sort] = names.map((name) => parameters.get(name));
  return {
    ...(owner ? { owner: owner === unassigned ? null : owner } : {}),
    ...(reply === 'due' || reply === 'overdue' ? { reply } : {}),
    ...(spam === 'possible' ? { marked: true } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(tag ? { tag } : {}),
    ...(sort ? { oldestFirst: true } : {}),
  } satisfies Partial<ListWish>;
}

interface FiltersProps {
  parameters: URLSearchParams;
  withMarked: boolean;
  withOwner: boolean;
  withOverdue: boolean;
}

export function Filters({ parameters, withMarked, withOwner, withOverdue }: FiltersProps) {
  const [, setParameters] = useSearchParams();
  const { data } = useOperation('enquiry.colleagues');
  const tags = useOperation('enquiry.tags').data?.tags ?? [];
  const nameOf = useNames();
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
              {(data?.usernames ?? []).map((owner) => (
                <option key={owner} value={owner}>
                  {nameOf(owner)}
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
        {withMarked && (
          <label>
            Spam check
            <Select {...control('spam')}>
              <option value="">Any</option>
              <option value="possible">Possible spam</option>
            </Select>
          </label>
        )}
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
