import { useState } from 'react';

import { localDay, mediumDay } from '#contract/time.ts';
import type { InputOf } from '../api.ts';
import { counted } from '../enquiries/words.ts';
import { useAction, useAnswer } from '../shell/use-action.ts';
import { useNames } from '../shell/use-names.ts';
import { useNow } from '../shell/use-now.ts';
import {
  Button,
  Choice,
  Details,
  DialogForm,
  Field,
  Panel,
  Prose,
  Read,
  RowNote,
  RowTitle,
  Rows,
  SideBySide,
} from '../ui.tsx';
import type { PersonRequestView } from './api.ts';
import { dueWords, kindWords, resultWords } from './words.ts';

export function Register({ onFind }: { onFind: (who: string) => void }) {
  const query = useAnswer('request.list', {});
  /** The id of the request in the dialog; empty for a new one. */
  const [shownId, setShownId] = useState<string>();
  const requests = query.data?.requests ?? [];
  // From the list, so that after a conflict the dialog has its latest version.
  const request = requests.find(({ id }) => id === shownId);
  const open = requests.filter(({ closedOn }) => closedOn === null);
  const closed = requests.filter(({ closedOn }) => closedOn !== null).toReversed();
  const rowOf = (row: PersonRequestView) => (
    <RequestRow key={row.id} request={row} onEdit={() => setShownId(row.id)} onFind={onFind} />
  );
  return (
    <Panel title="Request register">
      <Prose>
        The law gives us 30 days to answer. Closed requests stay here for three years as proof.
      </Prose>
      <Button $small $quiet onClick={() => setShownId('')}>
        Add request …
      </Button>
      <Read query={query}>
        {() => (
          <>
            {open.length === 0 && <Prose>No open requests.</Prose>}
            {open.length > 0 && <Rows aria-label="Open requests">{open.map(rowOf)}</Rows>}
            {closed.length > 0 && (
              <Details>
                <summary>{counted(closed.length, 'closed request')}</summary>
                <Rows aria-label="Closed requests">{closed.map(rowOf)}</Rows>
              </Details>
            )}
          </>
        )}
      </Read>
      {shownId !== undefined && (
        <RequestDialog {...(request && { request })} onClose={() => setShownId(undefined)} />
      )}
    </Panel>
  );
}

interface RequestRowProps {
  request: PersonRequestView;
  onEdit: () => void;
  onFind: (who: string) => void;
}

function RequestRow({ request, onEdit, onFind }: RequestRowProps) {
  const { who, email, contact, kind, receivedOn, dueOn, result, closedOn, closedBy } = request;
  const nameOf = useNames();
  const now = useNow();
  return (
    <li>
      <div>
        <RowTitle>
          <bdi>{who}</bdi>
        </RowTitle>
        <Parts parts={[email, contact.replaceAll('\n', ', '), kindWords[kind]]} />
        <RowNote>Received {mediumDay(receivedOn)}</RowNote>
        <strong>
          {result === ''
            ? `${dueWords(dueOn, now)}, ${mediumDay(dueOn)}`
            : `${resultWords[result]}, ${mediumDay(closedOn ?? '')}, by ${nameOf(closedBy ?? '')}`}
        </strong>
      </div>
      <SideBySide>
        <Button
          $small
          $quiet
          aria-label={`Find data about ${who}`}
          onClick={() => onFind(email || who)}
        >
          Find data
        </Button>
        <Button $small $quiet aria-label={`Edit request from ${who}`} onClick={onEdit}>
          Edit …
        </Button>
      </SideBySide>
    </li>
  );
}

/** Texts beside each other, some of which a visitor typed. */
export function Parts({ parts }: { parts: string[] }) {
  const shown = parts.filter((part) => part !== '');
  return (
    <RowNote>
      {shown.map((part, index) => (
        <span key={part}>
          {index > 0 && ' · '}
          <bdi>{part}</bdi>
        </span>
      ))}
    </RowNote>
  );
}

type RequestDialogProps = Pick<Partial<RequestRowProps>, 'request'> & { onClose: () => void };

function RequestDialog({ request, onClose }: RequestDialogProps) {
  const [today] = useState(() => localDay(Date.now()));
  const save = useAction('request.save', {
    invalidates: ['request.list', 'request.due', 'person.find'],
    done: 'The request was saved.',
    onSuccess: onClose,
  });
  return (
    <DialogForm
      title={request ? 'Edit request' : 'Add request'}
      action="Save"
      isBusy={save.isPending}
      error={save.error}
      onSubmit={(typed: InputOf<'request.save'>) =>
        save.mutate({ ...typed, ...(request && { id: request.id, version: request.version }) })
      }
      onClose={onClose}
    >
      <Field label="Requester" name="who" required maxLength={200} defaultValue={request?.who} />
      <Field
        label="Email address"
        name="email"
        type="email"
        maxLength={254}
        defaultValue={request?.email}
        hint="The address under which we may hold their data. Without it, the letter leaves this request out."
      />
      <Field
        label="Other contact details"
        name="contact"
        rows={2}
        maxLength={500}
        defaultValue={request?.contact}
      />
      <Choice label="Request type" name="kind" options={kindWords} defaultValue={request?.kind} />
      <Field
        label="Received on"
        name="receivedOn"
        type="date"
        required
        max={today}
        defaultValue={request?.receivedOn ?? today}
        hint="We must answer within 30 days of this date."
      />
      <Choice
        label="Outcome"
        name="result"
        options={{ '': 'Open', ...resultWords }}
        defaultValue={request?.result}
      />
    </DialogForm>
  );
}
