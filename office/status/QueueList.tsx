import { useState } from 'react';

import type { OutputOf } from '../api.ts';
import type { Right } from '../rights.ts';
import { useSession } from '../shell/session.tsx';
import { useAction } from '../shell/use-action.ts';
import {
  Button,
  Confirm,
  ErrorMessage,
  Message,
  RowNote,
  Rows,
  RowTitle,
  SideBySide,
} from '../ui.tsx';
import { queueWords, type QueueName } from './words.ts';

type QueueView = NonNullable<OutputOf<'status.read'>['queues']>[number];

/** The queues with their numbers of jobs, and what the user may do with them. */
export function QueueList({ queues }: { queues: readonly QueueView[] }) {
  return (
    <Rows aria-label="Queues">
      {queues.map((queue) => (
        <QueueRow key={queue.name} {...queue} />
      ))}
    </Rows>
  );
}

function QueueRow({ name, waiting, active, delayed, failed, isPaused }: QueueView) {
  return (
    <li>
      <div>
        <RowTitle as="h3">{name}</RowTitle>
        <p>
          {waiting} waiting, {active} active, {delayed} delayed, {failed} failed
        </p>
        <RowNote>{queueWords[name].does}</RowNote>
        {isPaused && <Message>Paused. {queueWords[name].paused}</Message>}
      </div>
      <SideBySide>
        {failed > 0 && <ChangeButton queue={name} action="queue.retry-failed" />}
        {failed > 0 && <ChangeButton queue={name} action="queue.remove-failed" />}
        <ChangeButton queue={name} action={isPaused ? 'queue.resume' : 'queue.pause'} />
      </SideBySide>
    </li>
  );
}

type QueueAction = 'queue.retry-failed' | 'queue.remove-failed' | 'queue.pause' | 'queue.resume';

const changes: Record<QueueAction, { right: Right; label: string; words: string }> = {
  'queue.retry-failed': {
    right: 'queue.change',
    label: 'Retry all failed',
    words:
      'Each job is queued again with its full number of attempts. Nothing is stored or sent twice.',
  },
  'queue.remove-failed': {
    right: 'queue.remove',
    label: 'Remove all failed',
    words:
      'Jobs of enquiries that are not stored yet stay: retry them. Failed emails are not sent.',
  },
  'queue.pause': {
    right: 'queue.pause',
    label: 'Pause',
    words: 'Active jobs finish; nothing is lost.',
  },
  'queue.resume': {
    right: 'queue.pause',
    label: 'Resume',
    words: 'The workers process its jobs again, immediately and at full speed.',
  },
};

/** A button that changes a queue, for accounts that may. It first says what will happen. */
function ChangeButton({ queue, action }: { queue: QueueName; action: QueueAction }) {
  const { right, label, words } = changes[action];
  const { may } = useSession();
  const [isAsking, setIsAsking] = useState(false);
  const title = `${label} ${queue}`;
  const change = useAction(action, { invalidates: ['status.read'], done: `${title}: done.` });
  if (!may(right)) return null;
  return (
    <>
      <Button
        $quiet
        $small
        aria-label={title}
        disabled={change.isPending}
        onClick={() => setIsAsking(true)}
      >
        {label} …
      </Button>
      {isAsking && (
        <Confirm
          title={title}
          words={action === 'queue.pause' ? `${queueWords[queue].paused} ${words}` : words}
          action={label}
          onConfirm={() => change.mutate({ queue })}
          onClose={() => setIsAsking(false)}
        />
      )}
      <ErrorMessage error={change.error} />
    </>
  );
}
