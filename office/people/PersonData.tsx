import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';

import { color, space } from '#design/tokens.ts';
import { save } from '../client.ts';
import { officeApiPath, officePath } from '../paths.ts';
import { useAction } from '../shell/use-action.ts';
import { useToast } from '../toast.tsx';
import { Button, DialogForm, ErrorMessage, Field, Message, SideBySide, verbatim } from '../ui.tsx';
import type { Person } from './api.ts';
import { PersonEnquiry } from './PersonEnquiry.tsx';
import { dataWords } from './words.ts';

interface PersonDataProps {
  who: string;
  person: Person;
  onFind: (who: string) => void;
  onErased: (words: string) => void;
}

export function PersonData({ who, person, onFind, onErased }: PersonDataProps) {
  const { email, enquiries, requests, emails, mentionedIn, letter } = person;
  const counts = { enquiries: enquiries.length, emails, requests: requests.length };
  const heading = useRef<HTMLHeadingElement>(null);
  const [isErasing, setIsErasing] = useState(false);
  const toast = useToast();
  const file = useMutation({
    mutationFn: () => save(`${officeApiPath}/person.export`, { who }),
    onSuccess: (name) => toast({ words: `${name} was saved. Delete it after sending it.` }),
  });
  useEffect(() => heading.current?.focus(), []);
  const letterAddress = letter === null ? undefined : `${officePath}/people/letter/${letter}`;
  return (
    <Wrapper>
      <h3 ref={heading} tabIndex={-1}>
        <bdi>{who}</bdi>
      </h3>
      <p>We hold {dataWords(counts)}.</p>
      {mentionedIn.length > 0 && (
        <Message>
          Other enquiries mention this address: {mentionedIn.join(', ')}. These belong to other
          people. Review before disclosing.
        </Message>
      )}
      <SideBySide data-print="hide">
        {letterAddress && (
          <Button as="a" $small href={letterAddress} target="_blank" rel="noopener">
            Open the letter
          </Button>
        )}
        <Button $small $quiet disabled={file.isPending} onClick={() => file.mutate()}>
          Export all data (JSON)
        </Button>
        {email && !who.includes('@') && (
          <Button $small $quiet onClick={() => onFind(email)}>
            Find everything about this person
          </Button>
        )}
        {enquiries.length + emails > 0 && (
          <Button $small $grave onClick={() => setIsErasing(true)}>
            Erase …
          </Button>
        )}
      </SideBySide>
      <ErrorMessage error={file.error} />
      {enquiries.map((enquiry) => (
        <PersonEnquiry key={enquiry.id} enquiry={enquiry} />
      ))}
      {isErasing && (
        <EraseDialog {...{ who, person, onErased }} onClose={() => setIsErasing(false)} />
      )}
    </Wrapper>
  );
}

type EraseDialogProps = Omit<PersonDataProps, 'onFind'> & { onClose: () => void };

function EraseDialog({ who, person, onErased, onClose }: EraseDialogProps) {
  const { email, emails, enquiries } = person;
  const erase = useAction('person.erase', {
    // The server answers before.
    timeout: 60_000,
    onSuccess: (erased) => onErased(dataWords(erased)),
  });
  return (
    <DialogForm
      title="Erase this data?"
      lead={
        <p>
          {dataWords({ enquiries: enquiries.length, emails })} will be erased permanently. This
          cannot be undone. Requests stay in the register.
        </p>
      }
      action={erase.isPending ? 'Erasing …' : 'Erase permanently'}
      $grave
      isBusy={erase.isPending}
      error={erase.error}
      onSubmit={({ typed }: { typed: string }) => erase.mutate({ who, typed })}
      onClose={onClose}
    >
      <Field
        label={`To confirm, type the ${email ? 'person’s email address' : 'reference'}`}
        name="typed"
        required
        maxLength={254}
        {...verbatim}
        hint={<bdi>{email || enquiries[0]?.reference}</bdi>}
      />
    </DialogForm>
  );
}

const Wrapper = styled.div`
  display: grid;
  gap: ${space.base};
  width: 100%;
  margin-top: ${space.base};
  padding-top: ${space.medium};
  border-top: 2px solid ${color.accent};

  > h3 {
    font-size: 1.375rem;
    overflow-wrap: anywhere;
  }
`;
