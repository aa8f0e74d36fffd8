import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import {
  daysBetween,
  exactTime,
  fullTime,
  localDay,
  longDay,
  mediumDay,
  shortDay,
} from '../../../../contract/time.ts';
import { VisuallyHidden } from '../../../../design/layout.ts';
import { color, media, size, space } from '../../../../design/tokens.ts';
import { SideBySide, RowNote } from '../../../controls/Rows.tsx';
import type { EnquiryRow } from '../../../office-views.ts';
import { useNames } from '../../../shell/use-names.ts';
import { Badges, BadgeMark, FollowUp, ReplyDue } from '../Badges.tsx';
import { stateWords } from '../state.ts';

interface RowProps {
  row: EnquiryRow;
  now: number;
  you: string;
  isSelected: boolean;
  onSelect: (selected: boolean) => void;
}

/** One enquiry in a list. The whole row is a link to it. */
export function Row({ row, now, you, isSelected, onSelect }: RowProps) {
  const nameOf = useNames();
  const { id, reference, name, createdAt, owner, state, notes, closedBy } = row;
  const { marked, reasons, quarantine } = row;
  const called = (username: string) => (username === you ? 'you' : nameOf(username));
  return (
    <Item data-id={id} data-selected={isSelected || undefined} data-state={state}>
      <SelectBox>
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={`Select ${reference}, ${name}`}
          onChange={({ target }) => onSelect(target.checked)}
        />
      </SelectBox>
      <Who>
        <Name to={`/enquiries/${reference}`} dir="auto" data-row>
          {name}
        </Name>
        <p dir="auto">{row.organisation}</p>
      </Who>
      <What>
        <Beginning dir="auto">{row.beginning}</Beginning>
        {quarantine && (
          <Quarantine>
            {reasons.length > 0
              ? `Signs of spam: ${reasons.join('; ')}.`
              : 'Marked as spam by a colleague.'}
            <span> Will be deleted on {longDay(quarantine.until)}.</span>
          </Quarantine>
        )}
        {marked && quarantine === undefined && (
          <Quarantine>Possible spam: {reasons.join('; ')}.</Quarantine>
        )}
        <Marks>
          <ReplyDue enquiry={row} on={row.replyDueOn} now={now} />
          <FollowUp enquiry={row} now={now} />
          <Badges badges={row.badges.filter((badge) => badge !== 'marked')} />
          {row.tags.map((tag) => (
            <BadgeMark key={tag} dir="auto">
              {tag}
            </BadgeMark>
          ))}
          {notes > 0 && <BadgeMark>{notes === 1 ? '1 note' : `${notes} notes`}</BadgeMark>}
        </Marks>
      </What>
      <Owner>
        {quarantine === undefined && <VisuallyHidden>{stateWords(row, nameOf)}</VisuallyHidden>}
        <span aria-hidden="true">
          {owner !== null &&
            (state === 'done'
              ? `Closed by ${called(closedBy || owner)}`
              : state === 'waiting'
                ? stateWords(row, called)
                : `Assigned to ${called(owner)}`)}
        </span>
      </Owner>
      <Age dateTime={createdAt}>
        <span>{ageOf(createdAt, now)}</span>
        <span title={fullTime(createdAt)}>{exactTime(createdAt)}</span>
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
    text-align: left;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

const Name = styled(Link)`
  display: block;
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
  /* Room for the selection at the bottom of the screen. */
  scroll-margin-block: 6rem 9rem;

  &:focus-visible::after {
    outline: 3px solid ${color.accent};
    outline-offset: -3px;
  }
`;

const What = styled.div`
  grid-area: what;
  min-width: 0;
`;

const Beginning = styled.p`
  display: -webkit-box;
  overflow: hidden;
  font-size: 0.9375rem;
  line-height: 1.5;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;

const Quarantine = styled(RowNote)`
  span {
    display: block;
  }
`;

const Marks = styled(SideBySide)`
  gap: 0.25rem ${space.base};
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

  > :last-child {
    display: none;
  }
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

  &[data-state='done'] ${Name} {
    font-weight: 500;
  }
  &:hover,
  &[data-selected] {
    background: ${color.tint};
  }
  /* Show the exact time on hover and on keyboard focus. */
  &:has(${Name}:focus-visible) ${Age}, ${Age}:hover {
    > :first-child {
      display: none;
    }
    > :last-child {
      display: inline;
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
