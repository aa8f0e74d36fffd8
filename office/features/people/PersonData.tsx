import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';

import { color, space } from '../../../design/tokens.ts';
import type { AnswerOf } from '../../office-api.ts';
import type { PersonSearch } from '../../office-views.ts';
import { pages } from '../../page-list.ts';
import { useMemory } from '../../shell/use-memory.ts';
import { useCall, useDownload, useOperation } from '../../shell/use-operation.ts';
import { PersonEnquiry } from './PersonEnquiry.tsx';
import { EditRequest } from './RequestDialogs.tsx';
import { foundWords, isErasable } from './words.ts';
import {
  Button,
  DialogForm,
  ErrorMessage,
  Field,
  Message,
  Prose,
  SideBySide,
  verbatim,
} from '../../ui.tsx';

interface PersonDataProps {
  search: PersonSearch;
  data: AnswerOf<'person.find'>;
  onFind: (email: string) => void;
  onErased: (erased: AnswerOf<'person.erase'>) => void;
}

export function PersonData({ search, data, onFind, onErased }: PersonDataProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isErasing, setIsErasing] = useState(false);
  const [, setAnswered] = useMemory('person to answer');
  const navigate = useNavigate();
  const file = useDownload('person.export');

  const email = 'email' in search ? search.email : data.submissions[0]?.email;
  const title = 'email' in search ? search.email : `Enquiry ${search.name}`;
  useEffect(() => heading.current?.focus(), [title]);
  function prepareAnswer(to: string): void {
    setAnswered(to);
    navigate(pages.answer.path);
  }
  return (
    <Wrapper>
      <Heading ref={heading} tabIndex={-1}>
        {title}
      </Heading>
      <p>{foundWords(data)}</p>
      {data.mentionedIn.length > 0 && (
        <Message>
          Other enquiries mention this address: {data.mentionedIn.join(', ')}. These belong to other
          people. Review before disclosing.
        </Message>
      )}
      {email && (
        <SideBySide data-print="hide">
          <Button $small onClick={() => prepareAnswer(email)}>
            Prepare answer
          </Button>
          <Button $small $quiet disabled={file.isPending} onClick={() => file.mutate({ email })}>
            Export all data (JSON)
          </Button>
          {'name' in search && (
            <Button $small $quiet onClick={() => onFind(email)}>
              Find everything about this person
            </Button>
          )}
          {isErasable(data) && (
            <Button $small $grave onClick={() => setIsErasing(true)}>
              Erase …
            </Button>
          )}
        </SideBySide>
      )}
      <div role="status">
        {file.isPending && <Prose>Preparing file …</Prose>}
        {file.data && (
          <Message>
            {file.data} was saved. Search your mailboxes too. Send the file to the person, then
            delete it.
          </Message>
        )}
      </div>
      <ErrorMessage error={file.error} />
      {email && <RequestWithoutEmail {...{ email, data }} />}
      {data.submissions.map((submission) => (
        <PersonEnquiry key={submission.id} submission={submission} />
      ))}
      {isErasing && email && (
        <EraseDialog {...{ search, email, data, onErased }} onClose={() => setIsErasing(false)} />
      )}
    </Wrapper>
  );
}

interface RequestWithoutEmailProps extends Pick<PersonDataProps, 'data'> {
  email: string;
}

/**
 * If an open request has no email address, and its requester has the same name as the person found,
 * offers to add the person's address. Without it, the answer would leave the request out.
 */
function RequestWithoutEmail({ email, data }: RequestWithoutEmailProps) {
  const [isEditing, setIsEditing] = useState(false);
  const register = useOperation('request.list', undefined, { refetchOnMount: false });
  const names = data.submissions.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  const isTheirs = (who: string) =>
    names.some((name) => who.toLowerCase().includes(name.toLowerCase()));
  const request = register.data?.requests.find(
    (one) => one.email === undefined && one.closedAt === undefined && isTheirs(one.who),
  );
  if (!request) return null;
  return (
    <>
      <Message>
        The request from {request.who} has no email address, so the answer leaves it out. If this is
        the same person, add the address to the request.
      </Message>
      <SideBySide>
        <Button $small $quiet onClick={() => setIsEditing(true)}>
          Add address to request …
        </Button>
      </SideBySide>
      {isEditing && (
        <EditRequest request={{ ...request, email }} onClose={() => setIsEditing(false)} />
      )}
    </>
  );
}

interface EraseDialogProps extends Omit<PersonDataProps, 'onFind'> {
  email: string;
  onClose: () => void;
}

/** Asks the user to type the person's email address, and then erases the data found. */
function EraseDialog({ search, email, data, onErased, onClose }: EraseDialogProps) {
  const queryClient = useQueryClient();
  const erase = useCall('person.erase', {
    onSuccess(erased) {
      queryClient.removeQueries({ queryKey: ['person.find'] });
      onClose();
      onErased(erased);
    },
  });
  return (
    <DialogForm
      title="Erase this data?"
      lead={
        <p>
          {foundWords({ ...data, requests: [] })} All this data will be erased permanently. This
          cannot be undone. Requests stay in the request register.
        </p>
      }
      action={erase.isPending ? 'Erasing …' : 'Erase permanently'}
      $grave
      isBusy={erase.isPending}
      error={erase.error}
      onSubmit={({ typed }: { typed: string }) => erase.mutate({ search, typed })}
      onClose={onClose}
    >
      <Field
        label="To confirm, type the person’s email address"
        name="typed"
        required
        maxLength={254}
        {...verbatim}
        hint={email}
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
`;

const Heading = styled.h3`
  font-size: 1.375rem;
  line-height: 1.25;
  overflow-wrap: anywhere;
`;
