import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { exactTime, fullTime, longDay } from '#contract/time.ts';
import { Overline } from '#design/layout.ts';
import { color, size, space } from '#design/tokens.ts';
import { useNames } from '../shell/use-names.ts';
import { Beginning, Fact, RowNote } from '../ui.tsx';
import type { OutputOf } from '../api.ts';
import type { Enquiry } from './api.ts';
import { channelWords } from './lists.ts';
import { Tags, type TagsProps } from './Tags.tsx';
import { stateWords } from './words.ts';

interface FactsProps extends Omit<TagsProps, 'tags'> {
  enquiry: Enquiry;
  others: OutputOf<'enquiry.read'>['others'];
}

export function Facts({ enquiry, others, ...tagging }: FactsProps) {
  const { email, reach, source, channel, addedBy, createdAt, expiresAt, tags } = enquiry;
  const nameOf = useNames();
  return (
    <Aside aria-label="About this enquiry">
      <dl>
        {email && (
          <Fact label="Email">
            <bdi>{email}</bdi>
          </Fact>
        )}
        {reach && (
          <Fact label="Phone or address">
            <bdi>{reach}</bdi>
          </Fact>
        )}
        <Fact label="Received">
          <time dateTime={createdAt}>{fullTime(createdAt)}</time>
          {channel !== 'form' && (
            <RowNote>
              {channelWords[channel]}
              {addedBy !== null && `, added by ${nameOf(addedBy)}`}
            </RowNote>
          )}
        </Fact>
        {source && (
          <Fact label="From whom it came">
            <bdi>{source}</bdi>
          </Fact>
        )}
        <Fact label="Kept until">
          <time dateTime={expiresAt}>{longDay(expiresAt)}</time>
        </Fact>
      </dl>
      <Tags tags={tags} {...tagging} />
      {others.length > 0 && (
        <section data-print="hide">
          <Overline as="h2">Also from this person</Overline>
          <ul role="list">
            {others.map((row) => (
              <li key={row.id}>
                <Link to={`/enquiries/${row.reference}`}>{row.reference}</Link>{' '}
                <RowNote as="span">{exactTime(row.createdAt)}</RowNote>
                <RowNote>
                  {stateWords(row, nameOf)}
                  {row.hasOtherAddress && '; from another address'}
                </RowNote>
                <Beginning>{row.beginning}</Beginning>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Aside>
  );
}

const Aside = styled.aside`
  display: grid;
  align-content: start;
  gap: ${space.large};

  dl > div {
    padding-block: ${space.small};
    border-bottom: 1px solid ${color.line};
  }
  dt {
    color: ${color.muted};
    font-size: ${size.small};
  }
  dd {
    overflow-wrap: anywhere;
  }
  > section:last-child li {
    padding-block: ${space.small};
    border-top: 1px solid ${color.line};
  }
`;
