import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';

import type { AnswerOf } from '../../office-api.ts';
import { counted } from './counts.ts';
import { Button, Prose, RowNote, RowTitle, Rows } from '../../ui.tsx';

interface NameMatchesProps {
  who: string;
  people: AnswerOf<'person.match'>['people'];
  onFind: (email: string) => void;
}

/**
 * Lists the people who match a name. Only an email address identifies a person, so the user chooses
 * an address.
 */
export function NameMatches({ who, people, onFind }: NameMatchesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [who]);
  return (
    <Wrapper>
      <Heading ref={heading} tabIndex={-1}>
        {people.length === 0
          ? `No enquiries from ${who}`
          : `${counted(people.length, 'email address', 'email addresses')} for ${who}`}
      </Heading>
      {people.length === 0 ? (
        <Prose>Try the surname only, or ask the person which address they used.</Prose>
      ) : (
        <>
          <Prose>
            Several people may have this name. Verify the address with the person first.
          </Prose>
          <Rows aria-label="People with this name">
            {people.map(({ name, email, organisation, enquiries }) => (
              <li key={email}>
                <div>
                  <RowTitle>{name}</RowTitle>
                  <Note>
                    {[email, organisation, counted(enquiries, 'enquiry', 'enquiries')]
                      .filter(Boolean)
                      .join(' · ')}
                  </Note>
                </div>
                <Button
                  $small
                  $quiet
                  aria-label={`Find data about ${email}`}
                  onClick={() => onFind(email)}
                >
                  Find data
                </Button>
              </li>
            ))}
          </Rows>
        </>
      )}
    </Wrapper>
  );
}

const Wrapper = styled.div`
  display: grid;
  gap: 1rem;
  justify-items: start;
  width: 100%;
`;

const Heading = styled.h3`
  font-size: 1.25rem;
  line-height: 1.3;
  overflow-wrap: anywhere;
`;

const Note = styled(RowNote)`
  overflow-wrap: anywhere;
`;
