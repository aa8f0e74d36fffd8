import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { daysBetween, fullTime, localDay, longDay, mediumDay, shortDay } from '#contract/time.ts';
import { color, media, size, space } from '#design/tokens.ts';
import { useNames } from '../shell/use-names.ts';
import { Beginning, RowNote } from '../ui.tsx';
import type { Row } from './api.ts';
import { Marks } from './Marks.tsx';
import type { FromList } from './use-enquiry-list.ts';
import { counted, spamWords, stateWords } from './words.ts';

interface RowProps {
  row: Row;
  from: FromList;
  now: number;
  you: string;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

export function EnquiryRow({ row, from, now, you, isSelected, onSelect }: RowProps) {
  const nameOf = useNames();
  const { id, reference, name, createdAt, owner, notes, deletedAt } = row;
  const called = (username: string) => (username === you ? 'you' : nameOf(username));
  const noted = counted(notes, 'note');
  return (
    <Item data-id={id} data-selected={isSelected || undefined}>
      <SelectBox>
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={`Select ${reference}, ${name}`}
          onChange={({ target }) => onSelect(target.checked)}
        />
      </SelectBox>
      <Who>
        <Name to={`/enquiries/${reference}`} state={from} data-row>
          <bdi>{name}</bdi>
        </Name>
        <p>
          <bdi>{row.organisation}</bdi>
        </p>
      </Who>
      <What>
        <Beginning>{row.beginning}</Beginning>
        <RowNote>
          {spamWords(row)}
          {deletedAt !== null && ` Will be deleted on ${longDay(deletedAt)}.`}
        </RowNote>
        <Marks enquiry={row} now={now} others={[...row.tags, ...(notes > 0 ? [noted] : [])]} />
      </What>
      <Owner>{owner !== null && stateWords(row, called)}</Owner>
      <Age dateTime={createdAt} title={fullTime(createdAt)}>
        {ageOf(createdAt, now)}
      </Age>
    </Item>
  );
}

const relative = new Intl.RelativeTimeFormat('en-ZA', { numeric: 'auto' });

const minute = 60_000;
const hour = 60 * minute;

/** How long ago a time was, such as `5 minutes ago` or `yesterday`; after a week, the date. */
export function ageOf(iso: string, now: number): string {
  const passed = now - Date.parse(iso);
  if (passed < minute) return 'just now';
  if (passed < hour) return relative.format(-Math.floor(passed / minute), 'minute');
  const days = daysBetween(iso, now);
  if (days === 0 || passed < 6 * hour) return relative.format(-Math.floor(passed / hour), 'hour');
  if (days < 7) return relative.format(-days, 'day');
  return (localDay(iso).slice(0, 4) === localDay(now).slice(0, 4) ? shortDay : mediumDay)(iso);
}

const SelectBox = styled.label`
  position: relative;
  z-index: 1;
  display: grid;
  place-items: center;
  grid-area: select;
  width: 2.75rem;
  height: 2.75rem;
  margin: -0.625rem 0 -0.625rem -0.75rem;
  cursor: pointer;
`;

const Who = styled.div`
  grid-area: who;
  min-width: 0;
  color: ${color.muted};
  font-size: ${size.small};
  line-height: 1.5;

  > * {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

const Name = styled(Link)`
  display: block;
  /* Room for the selection at the bottom of the screen. */
  scroll-margin-block: 6rem 9rem;
  color: ${color.ink};
  font-size: ${size.text};
  font-weight: 600;
  line-height: 1.4;
  text-decoration: none;

  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  &:focus-visible {
    outline: none;
  }
  &:focus-visible::after {
    outline: 3px solid ${color.accent};
    outline-offset: -3px;
  }
`;

const What = styled.div`
  grid-area: what;
  min-width: 0;
`;

const Owner = styled.p`
  grid-area: owner;
  overflow: hidden;
  font-size: ${size.small};
  line-height: 1.7;
  text-overflow: ellipsis;

  ${media.wide} {
    text-align: right;
  }
`;

const Age = styled.time`
  position: relative;
  z-index: 1;
  grid-area: age;
  color: ${color.muted};
  font-size: ${size.small};
  line-height: 1.7;
  white-space: nowrap;
  text-align: right;
`;

const Item = styled.li`
  position: relative;
  display: grid;
  grid-template:
    'select who who' auto
    'select what what' auto
    'select owner age' auto / 2rem minmax(0, 1fr) auto;
  gap: 0.125rem ${space.base};
  padding: 0.875rem 0.25rem 0.875rem 0.375rem;
  border-bottom: 1px solid ${color.line};

  &:hover,
  &[data-selected] {
    background: ${color.tint};
  }
  ${media.forced} {
    &[data-selected] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
  ${media.medium} {
    grid-template-areas: 'select who age' 'select what what' 'select owner owner';
  }
  ${media.wide} {
    grid-template:
      'select who what age' auto
      'select who what owner' 1fr / 2rem minmax(0, 5fr) minmax(0, 8fr) 9rem;
    column-gap: ${space.medium};
    padding-right: 0.75rem;
  }
`;
