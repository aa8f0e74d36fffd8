import { useState } from 'react';

import type { OutputOf } from '../api.ts';
import { queueBoardPath } from '../paths.ts';
import { useSession } from '../shell/session.tsx';
import { useAction } from '../shell/use-action.ts';
import {
  Button,
  DialogForm,
  Field,
  Message,
  Prose,
  RowNote,
  Rows,
  RowTitle,
  SideBySide,
} from '../ui.tsx';
import { queueWords, retriedQueues, type QueueName } from './words.ts';

type QueueView = NonNullable<OutputOf<'status.read'>['queues']>[number];

/** The queues with their numbers of jobs, and what the user may do with them. */
export function QueueList({ queues }: { queues: readonly QueueView[] }) {
  const { may } = useSession();
  return (
    <>
      <Rows aria-label="Queues">
        {queues.map((queue) => (
          <QueueRow key={queue.name} queue={queue} />
        ))}
      </Rows>
      {may('queue.read') && (
        <Prose>
          To see individual jobs, open the <a href={queueBoardPath}>queue board</a>.
        </Prose>
      )}
    </>
  );
}

function QueueRow({ queue }: { queue: QueueView }) {
  const { name, waiting, active, delayed, failed, oldest, isPaused } = queue;
  const { may } = useSession();
  const isRetried = failed > 0 && retriedQueues.some((retried) => retried === name);
  const offered: Decision[] = [
    ...(isRetried ? (['retry', 'remove'] as const) : []),
    isPaused ? 'resume' : 'pause',
  ];
  return (
    <li>
      <div>
        <RowTitle as="h3">{name}</RowTitle>
        <p>
          {waiting} waiting, {active} active, {delayed} delayed, {failed} failed
          {oldest && `; the oldest has waited for ${oldest}`}
        </p>
        <RowNote>{queueWords[name].does}</RowNote>
        {isPaused && <Message>Paused. {queueWords[name].paused}</Message>}
      </div>
      <SideBySide>
        {offered
          .filter((decision) => may(decisions[decision].right))
          .map((decision) => (
            <DecisionButton key={decision} queue={name} decision={decision} />
          ))}
      </SideBySide>
    </li>
  );
}

const decisions = {
  retry: {
    action: 'queue.retry-failed',
    right: 'queue.change',
    label: 'Retry all failed',
    words:
      'Each job is queued again with its full number of attempts. Nothing is stored or sent twice.',
  },
  remove: {
    action: 'queue.remove-failed',
    right: 'queue.remove',
    label: 'Remove all failed',
    words:
      'Jobs of enquiries that are not stored yet stay: retry them. Failed emails are not sent.',
  },
  pause: {
    action: 'queue.pause',
    right: 'queue.pause',
    label: 'Pause',
    words: 'Active jobs finish; nothing is lost.',
  },
  resume: {
    action: 'queue.resume',
    right: 'queue.pause',
    label: 'Resume',
    words: 'The workers process its jobs again, immediately and at full speed.',
  },
} as const;

type Decision = keyof typeof decisions;

/** A button that changes a queue. It first asks for a reason, which the audit trail records. */
function DecisionButton({ queue, decision }: { queue: QueueName; decision: Decision }) {
  const { action, label, words } = decisions[decision];
  const [isAsking, setIsAsking] = useState(false);
  const change = useAction<typeof action>(action, {
    invalidates: ['status.read'],
    done: `${label} ${queue}: done.`,
    onSuccess: close,
  });
  function close(): void {
    setIsAsking(false);
    change.reset();
  }
  return (
    <>
      <Button $quiet $small aria-label={`${label} ${queue}`} onClick={() => setIsAsking(true)}>
        {label} …
      </Button>
      {isAsking && (
        <DialogForm
          title={`${label} ${queue}`}
          lead={
            <Prose>
              {decision === 'pause' && queueWords[queue].paused} {words}
            </Prose>
          }
          action={label}
          isBusy={change.isPending}
          error={change.error}
          onSubmit={({ reason }: { reason: string }) =>
            // Only the queues that can be retried have buttons for their failed jobs.
            change.mutate({ queue: queue as (typeof retriedQueues)[number], reason })
          }
          onClose={close}
        >
          <Field
            label="Reason"
            name="reason"
            required
            minLength={5}
            maxLength={200}
            hint="Visible to colleagues and kept in the audit trail. Don’t include names."
          />
        </DialogForm>
      )}
    </>
  );
}
