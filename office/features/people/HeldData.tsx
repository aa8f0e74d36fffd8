import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';

import { color, media, space } from '../../../design/tokens.ts';
import type { AnswerOf } from '../../office-api.ts';
import type { Sought } from '../../office-views.ts';
import { pages } from '../../page-list.ts';
import { Button } from '../../controls/Button.tsx';
import { useMemory } from '../../controls/use-memory.ts';
import { Message } from '../../controls/Message.tsx';
import { Prose } from '../../controls/Panel.tsx';
import { useDownload } from '../../shell/use-operation.ts';
import { wordsOf } from '../../shell/request.ts';
import { EraseDialog } from './EraseDialog.tsx';
import { HeldEnquiry } from './HeldEnquiry.tsx';
import { heldWords, isErasable } from './words.ts';

interface HeldDataProps {
  sought: Sought;
  held: AnswerOf<'person.find'>;
  onFind: (email: string) => void;
  onErased: (erased: AnswerOf<'person.erase'>) => void;
}

/** Everything we hold about a person, with the actions for it. */
export function HeldData({ sought, held, onFind, onErased }: HeldDataProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isErasing, setIsErasing] = useState(false);
  const [, setAnswered] = useMemory('person to answer');
  const navigate = useNavigate();
  const file = useDownload('person.export');

  const email = 'email' in sought ? sought.email : held.submissions[0]?.email;
  const title = 'email' in sought ? sought.email : `Enquiry ${sought.name}`;
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
      <p>{heldWords(held)}</p>
      {held.mentionedIn.length > 0 && (
        <Message>
          Other enquiries mention this address: {held.mentionedIn.join(', ')}. These belong to other
          people. Review before disclosing.
        </Message>
      )}
      {email && (
        <Actions>
          <Button $small onClick={() => prepareAnswer(email)}>
            Prepare answer
          </Button>
          <Button $small $quiet disabled={file.isPending} onClick={() => file.mutate({ email })}>
            Export all data (JSON)
          </Button>
          {'name' in sought && (
            <Button $small $quiet onClick={() => onFind(email)}>
              Find everything about this person
            </Button>
          )}
          {isErasable(held) && (
            <Button $small $grave onClick={() => setIsErasing(true)}>
              Erase …
            </Button>
          )}
        </Actions>
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
      {file.error && (
        <Message tone="danger" role="alert">
          {wordsOf(file.error)}
        </Message>
      )}
      {held.submissions.map((submission) => (
        <HeldEnquiry key={submission.id} submission={submission} />
      ))}
      {isErasing && email && (
        <EraseDialog
          sought={sought}
          email={email}
          held={held}
          onErased={onErased}
          onClose={() => setIsErasing(false)}
        />
      )}
    </Wrapper>
  );
}

const Wrapper = styled.div`
  display: grid;
  gap: ${space.base};
  width: 100%;
  margin-top: ${space.base};
  padding-top: ${space.medium};
  border-top: 2px solid ${color.brass};
`;

const Heading = styled.h3`
  font-size: 1.375rem;
  line-height: 1.25;
  overflow-wrap: anywhere;
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space.small};
  padding-block: ${space.tiny};

  @media (max-width: 30em) {
    display: grid;
  }
  ${media.print} {
    display: none;
  }
`;
