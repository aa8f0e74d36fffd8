import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { exactTime, fullTime, longDay } from '../../../../contract/time.ts';
import {
  contactField,
  filledIn,
  type ContactFieldName,
} from '../../../../contract/contact-fields.ts';
import { Overline } from '../../../../design/layout.ts';
import { color, size, space } from '../../../../design/tokens.ts';
import type { AnswerOf } from '../../../office-api.ts';
import { CopyButton } from '../../../controls/CopyButton.tsx';
import { Fact, RowNote } from '../../../controls/Rows.tsx';

const shownElsewhere = new Set<ContactFieldName>([
  'firstName',
  'lastName',
  'organisation',
  'message',
  'email',
]);

/** The sender, the time of the enquiry, and other enquiries from the same address. */
export function Facts({
  submission,
  others,
}: Pick<AnswerOf<'enquiry.open'>, 'submission' | 'others'>) {
  const { email, createdAt, claimedAt, expiresAt } = submission;
  return (
    <Aside aria-label="About this enquiry">
      <dl>
        <Fact label="Email">
          <span>{email}</span>
          <CopyButton text={email} what="address" />
        </Fact>
        {filledIn(submission).map(
          ([name, value]) =>
            !shownElsewhere.has(name) && (
              <Fact key={name} label={contactField(name).label}>
                <span dir="auto">{value}</span>
              </Fact>
            ),
        )}
        <Fact label="Received">
          <time dateTime={createdAt}>{fullTime(createdAt)}</time>
          {claimedAt && (
            <RowNote>The server clock was wrong at the time; this is when it was stored.</RowNote>
          )}
        </Fact>
        <Fact label="Kept until">
          <time dateTime={expiresAt}>{longDay(expiresAt)}</time>
        </Fact>
      </dl>
      {others.length > 0 && (
        <section>
          <Overline as="h2">Other enquiries from this address</Overline>
          <Others role="list">
            {others.map(({ id, reference, createdAt: at, beginning, status }) => (
              <li key={id}>
                <Link to={`/enquiries/${reference}`}>{reference}</Link>{' '}
                <RowNote as="span">
                  {exactTime(at)}
                  {status === 'quarantined' && ', spam'}
                </RowNote>
                <p dir="auto">{beginning}</p>
              </li>
            ))}
          </Others>
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
  dl > div:first-child {
    padding-top: 0;
  }
  dt {
    color: ${color.muted};
    font-size: ${size.small};
  }
  dd {
    overflow-wrap: anywhere;

    > span {
      display: block;
    }
  }
`;

const Others = styled.ul`
  margin-top: ${space.tiny};

  li {
    padding-block: ${space.small};
    border-top: 1px solid ${color.line};
  }
  li > p {
    display: -webkit-box;
    overflow: hidden;
    font-size: ${size.small};
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
`;
