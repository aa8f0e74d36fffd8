import { useState } from 'react';
import { styled } from 'styled-components';

import { mediumDay } from '../../../contract/time.ts';
import { color } from '../../../design/tokens.ts';
import type { AnswerOf } from '../../office-api.ts';
import { useNow } from '../../shell/use-now.ts';
import { useNames } from '../../shell/use-names.ts';
import { useOperation } from '../../shell/use-operation.ts';
import { AddRequest, CloseRequest, EditRequest, ReopenRequest } from './RequestDialogs.tsx';
import { counted } from './counts.ts';
import { kindWords, resultWords } from './labels.ts';
import { dueWords, isDueSoon, sortRequests } from './words.ts';
import {
  Button,
  Details,
  Panel,
  Prose,
  Read,
  RowNote,
  RowTitle,
  Rows,
  SideBySide,
} from '../../ui.tsx';

type Request = AnswerOf<'request.list'>['requests'][number];

const dialogs = { edit: EditRequest, close: CloseRequest, reopen: ReopenRequest };
type Ask = (kind: keyof typeof dialogs, request: Request) => void;

/** The data subject requests, and when each is due; `onFind` searches for a requester's data. */
export function Register({ onFind }: { onFind: (who: string) => void }) {
  const query = useOperation('request.list');
  const [isAdding, setIsAdding] = useState(false);
  const [asked, setAsked] = useState<{ kind: keyof typeof dialogs; id: string }>();
  const ask: Ask = (kind, { id }) => setAsked({ kind, id });
  // The request comes from the list, so that a dialog has its latest version.
  const request = query.data?.requests.find(({ id }) => id === asked?.id);
  const Asking = asked && dialogs[asked.kind];
  return (
    <Panel title="Request register">
      <Prose>
        The law gives us 30 days to answer. Closed requests stay here for three years as proof.
      </Prose>
      <Button $small $quiet onClick={() => setIsAdding(true)}>
        Add request …
      </Button>
      <Read query={query}>
        {({ requests }) => {
          const { open, closed } = sortRequests(requests);
          return (
            <>
              {open.length === 0 ? (
                <Prose>No open requests.</Prose>
              ) : (
                <Rows aria-label="Open requests">
                  {open.map((one) => (
                    <OpenRequest key={one.id} request={one} ask={ask} onFind={onFind} />
                  ))}
                </Rows>
              )}
              {closed.length > 0 && <ClosedRequests requests={closed} ask={ask} />}
            </>
          );
        }}
      </Read>
      {isAdding && <AddRequest onClose={() => setIsAdding(false)} />}
      {Asking && request && <Asking request={request} onClose={() => setAsked(undefined)} />}
    </Panel>
  );
}

interface OpenRequestProps {
  request: Request;
  ask: Ask;
  onFind: (who: string) => void;
}

function OpenRequest({ request, ask, onFind }: OpenRequestProps) {
  const { who, email, receivedAt, dueAt } = request;
  const now = new Date(useNow());
  return (
    <li>
      <div>
        <RowTitle>{who}</RowTitle>
        <Note>
          {waysOf(request)} · received {mediumDay(receivedAt)} · due {mediumDay(dueAt)}
        </Note>
        <Due $late={isDueSoon(dueAt, now)}>{dueWords(dueAt, now)}</Due>
      </div>
      <SideBySide>
        <Button
          $small
          $quiet
          aria-label={`Find data about ${who}`}
          onClick={() => onFind(email ?? who)}
        >
          Find data
        </Button>
        <Button
          $small
          $quiet
          aria-label={`Edit request from ${who}`}
          onClick={() => ask('edit', request)}
        >
          Edit …
        </Button>
        <Button
          $small
          $quiet
          aria-label={`Close request from ${who}`}
          onClick={() => ask('close', request)}
        >
          Close …
        </Button>
      </SideBySide>
    </li>
  );
}

function ClosedRequests({ requests, ask }: { requests: Request[]; ask: Ask }) {
  const nameOf = useNames();
  return (
    <Details>
      <summary>{counted(requests.length, 'closed request')}</summary>
      <Rows aria-label="Closed requests">
        {requests.map((request) => {
          const { id, who, receivedAt, closedAt = '', closedBy = '', result } = request;
          return (
            <li key={id}>
              <div>
                <RowTitle>{who}</RowTitle>
                <Note>
                  {waysOf(request)} · received {mediumDay(receivedAt)}
                </Note>
                <RowNote>
                  {result && resultWords[result]}, {mediumDay(closedAt)}, by {nameOf(closedBy)}
                </RowNote>
              </div>
              <SideBySide>
                <Button
                  $small
                  $quiet
                  aria-label={`Reopen request from ${who}`}
                  onClick={() => ask('reopen', request)}
                >
                  Reopen …
                </Button>
              </SideBySide>
            </li>
          );
        })}
      </Rows>
    </Details>
  );
}

function waysOf({ email, contact, kind }: Request): string {
  return [email, contact?.replaceAll('\n', ', '), kindWords[kind]].filter(Boolean).join(' · ');
}

const Note = styled(RowNote)`
  overflow-wrap: anywhere;
`;

const Due = styled.p<{ $late: boolean }>`
  margin-top: 0.25rem;
  font-size: 0.9375rem;
  font-weight: 600;
  color: ${({ $late }) => ($late ? color.danger : color.primary)};
`;
