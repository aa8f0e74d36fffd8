import { useState } from 'react';
import { styled } from 'styled-components';

import { daysBetween, localDay, mediumDay, momentOf } from '../../../contract/time.ts';
import { color } from '../../../design/tokens.ts';
import type { AnswerOf, RequestOf } from '../../office-api.ts';
import { Button } from '../../controls/Button.tsx';
import { DialogForm } from '../../controls/Dialog.tsx';
import { Field } from '../../controls/Field.tsx';
import { Details, Panel, Prose } from '../../controls/Panel.tsx';
import { Read } from '../../controls/Read.tsx';
import { RowNote, Rows, RowTitle } from '../../controls/Rows.tsx';
import { Choice } from '../../controls/Select.tsx';
import { useNames } from '../../shell/use-names.ts';
import { useCall, useOperation } from '../../shell/use-operation.ts';
import { counted, dueWords, kindWords, resultWords, sortRequests } from './words.ts';

type Request = AnswerOf<'request.list'>['requests'][number];

/** The data subject requests, and when each is due. */
export function Register() {
  const query = useOperation('request.list');
  const [isAdding, setIsAdding] = useState(false);
  const [closing, setClosing] = useState<Request>();
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
          {email} · {kindWords[kind]} · received {mediumDay(receivedAt)}
        </RowNote>
        <Due $late={daysBetween(now, dueAt) <= 0}>{dueWords(dueAt, now)}</Due>
      </div>
      <Button
        $small
        $quiet
        aria-label={`Close request from ${who}`}
        onClick={() => onClose(request)}
      >
        Close …
      </Button>
    </li>
  );
}

function ClosedRequests({ requests }: { requests: Request[] }) {
  const nameOf = useNames();
  return (
    <Details>
      <summary>{counted(requests.length, 'closed request')}</summary>
      <Rows aria-label="Closed requests">
        {requests.map(({ id, who, email, kind, closedAt = '', closedBy = '', result }) => (
          <li key={id}>
            <div>
              <RowTitle>{who}</RowTitle>
              <RowNote>
                {email} · {kindWords[kind]}
              </RowNote>
            </div>
            <RowNote>
              {result && resultWords[result]}, {mediumDay(closedAt)}, by {nameOf(closedBy)}
            </RowNote>
          </li>
        ))}
      </Rows>
    </Details>
  );
}

function AddRequest({ onClose }: { onClose: () => void }) {
  const add = useCall('request.add', {
    invalidates: ['request.list'],
    done: ({ who }) => `Request from ${who} added to the register.`,
    onSuccess: onClose,
  });
  const [today] = useState(() => localDay(new Date()));
  return (
    <DialogForm
      title="Add request"
      action="Add request"
      isBusy={add.isPending}
      error={add.error}
      onSubmit={({ day, ...request }: RequestOf<'request.add'> & { day: string }) =>
        add.mutate({ ...request, receivedAt: momentOf(day).toISOString() })
      }
      onClose={onClose}
    >
      <Field label="Requester" name="who" required maxLength={200} />
      <Field label="Email address" name="email" type="email" required maxLength={254} />
      <Choice label="Request type" name="kind" options={kindWords} />
      <Field
        label="Received on"
        name="day"
        type="date"
        required
        defaultValue={today}
        max={today}
        hint="We must answer within 30 days of this date."
      />
    </DialogForm>
  );
}

function CloseRequest({ request, onClose }: { request: Request; onClose: () => void }) {
  const close = useCall('request.close', {
    invalidates: ['request.list'],
    done: `Request from ${request.who} closed.`,
    onSuccess: onClose,
  });
  return (
    <DialogForm
      title="Close this request?"
      lead={
        <p>
          {request.who}: {kindWords[request.kind]}. A closed request cannot be reopened.
        </p>
      }
      action="Close request"
      isBusy={close.isPending}
      error={close.error}
      onSubmit={({ result }: Pick<RequestOf<'request.close'>, 'result'>) =>
        close.mutate({ id: request.id, result })
      }
      onClose={onClose}
    >
      <Choice label="Outcome" name="result" options={resultWords} />
    </DialogForm>
  );
}

const Due = styled.p<{ $late: boolean }>`
  margin-top: 0.25rem;
  font-size: 0.9375rem;
  font-weight: 600;
  color: ${({ $late }) => ($late ? color.danger : color.teal)};
`;
