import type { ReactNode } from 'react';
import { styled } from 'styled-components';

import { fullTime, longDay } from '../../../../contract/time.ts';
import {
  contactField,
  filledIn,
  type ContactFieldName,
} from '../../../../contract/contact-fields.ts';
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

interface FactsProps extends Pick<AnswerOf<'enquiry.open'>, 'submission'> {
  children: ReactNode;
}

/** Shows the sender's contact details, when the enquiry was received, and until when it is kept. */
export function Facts({ submission, children }: FactsProps) {
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
            <RowNote>
              The server clock was wrong at the time; this is when the enquiry was stored.
            </RowNote>
          )}
        </Fact>
        <Fact label="Kept until">
          <time dateTime={expiresAt}>{longDay(expiresAt)}</time>
        </Fact>
      </dl>
      {children}
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
