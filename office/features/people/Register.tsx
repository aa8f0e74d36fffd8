import { useId, useState, type SubmitEvent } from 'react';
import { styled } from 'styled-components';

import { daysBetween, mediumDay } from '../../../contract/time.ts';
import { color, space } from '../../../design/tokens.ts';
import type { AnswerOf, RequestOf } from '../../office-api.ts';
import { Button } from '../../controls/Button.tsx';
import { Dialog, DialogActions } from '../../controls/Dialog.tsx';
import { Form, readForm } from '../../controls/Form.tsx';
import { Panel, PanelTitle, Prose } from '../../controls/Panel.tsx';
import { Read } from '../../controls/Read.tsx';
import { RowNote, Rows, RowTitle } from '../../controls/Rows.tsx';
import { Choice } from '../../controls/Select.tsx';
import { useCall, useOperation } from '../../shell/use-operation.ts';
import { AddRequest } from './AddRequest.tsx';
import { counted, dueWords, kindWords, resultWords, sortRequests } from './words.ts';

type Request = AnswerOf<'request.list'>['requests'][number];

/** What people have asked, and by when it is to be answered. */
export function Register() {
  const titleId = useId();
  const query = useOperation('request.list');
  const [isAdding, setIsAdding] = useState(false);
  const [closing, setClosing] = useState<Request>();
  return (
    <Panel aria-labelledby={titleId}>
      <PanelTitle id={titleId}>Register of requests</PanelTitle>
      <Prose>
        The law gives us 30 days to answer. What is closed stays here for three years, to show that
        we did.
      </Prose>
      <Button $small $quiet onClick={() => setIsAdding(true)}>
        Add a request …
      </Button>
      <Read query={query}>
        {({ requests }) => {
          const { open, closed } = sortRequests(requests);
          return (
            <>
              {open.length === 0 ? (
                <Prose>No request is open.</Prose>
              ) : (
                <Rows aria-label="Open requests">
                  {open.map((request) => (
                    <OpenRequest key={request.id} request={request} onClose={setClosing} />
                  ))}
                </Rows>
              )}
              {closed.length > 0 && <ClosedRequests requests={closed} />}
            </>
          );
        }}
      </Read>
      {isAdding && <AddRequest onClose={() => setIsAdding(false)} />}
      {closing && <CloseRequest request={closing} onClose={() => setClosing(undefined)} />}
    </Panel>
  );
}

interface OpenRequestProps {
  request: Request;
  onClose: (request: Request) => void;
}

function OpenRequest({ request, onClose }: OpenRequestProps) {
  const { who, email, kind, receivedAt, dueAt } = request;
  const [now] = useState(() => new Date());
  return (
    <li>
      <div>
        <RowTitle>{who}</RowTitle>
        <RowNote>
          {email} · ‘{kindWords[kind]}’ · received {mediumDay(receivedAt)}
        </RowNote>
        <Due $late={daysBetween(now, dueAt) <= 0}>{dueWords(dueAt, now)}</Due>
      </div>
      <Button
        $small
        $quiet
        aria-label={`Close the request of ${who}`}
        onClick={() => onClose(request)}
      >
        Close …
      </Button>
    </li>
  );
}

function ClosedRequests({ requests }: { requests: Request[] }) {
  return (
    <Details>
      <summary>{counted(requests.length, 'closed request')}</summary>
      <Rows aria-label="Closed requests">
        {requests.map(({ id, who, email, kind, closedAt = '', closedBy, result }) => (
          <li key={id}>
            <div>
              <RowTitle>{who}</RowTitle>
              <RowNote>
                {email} · ‘{kindWords[kind]}’
              </RowNote>
            </div>
            <RowNote>
              {result && resultWords[result]}, {mediumDay(closedAt)}, by {closedBy}
            </RowNote>
          </li>
        ))}
      </Rows>
    </Details>
  );
}

function CloseRequest({ request, onClose }: { request: Request; onClose: () => void }) {
  const close = useCall('request.close', {
    invalidates: ['request.list'],
    done: `The request of ${request.who} is closed.`,
    onSuccess: onClose,
  });
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    const { result } = readForm(event) as Pick<RequestOf<'request.close'>, 'result'>;
    close.mutate({ id: request.id, result });
  }
  return (
    <Dialog title="Close the request?" onClose={onClose}>
      <p>
        {request.who}: ‘{kindWords[request.kind]}’. It cannot be opened again.
      </p>
      <Form onSubmit={submit} error={close.error}>
        <Choice label="How it ended" name="result" options={resultWords} />
        <DialogActions>
          <Button type="submit" $small disabled={close.isPending}>
            Close it
          </Button>
          <Button $small $quiet onClick={onClose}>
            Cancel
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

const Due = styled.p<{ $late: boolean }>`
  margin-top: 0.25rem;
  font-size: 0.9375rem;
  font-weight: 600;
  color: ${({ $late }) => ($late ? color.danger : color.teal)};
`;

const Details = styled.details`
  width: 100%;

  summary {
    padding-block: ${space.small};
    color: ${color.teal};
    cursor: pointer;
  }
`;
