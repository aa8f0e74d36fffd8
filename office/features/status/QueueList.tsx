import { useState } from 'react';
import { styled } from 'styled-components';

import { queueBoardPath } from '../../paths.ts';
import { color, font, media, size, space } from '../../../design/tokens.ts';
import type { AnswerOf } from '../../office-api.ts';
import { reason as reasonSchema } from '../../office-views.ts';
import { useSession } from '../../shell/session.tsx';
import { useCall } from '../../shell/use-operation.ts';
import { retriedQueues, type QueueName } from './actions.ts';
import { queueWords, shortDuration } from './words.ts';
import { Button, DialogForm, Fact, Field, Message, Prose, SideBySide } from '../../ui.tsx';

type QueueView = AnswerOf<'queue.list'>['queues'][number];

export function QueueList({ queues }: { queues: readonly QueueView[] }) {
  return (
    <Columns role="list">
      {queues.map((queue) => (
        <QueueColumn key={queue.name} queue={queue} />
      ))}
    </Columns>
  );
}

function QueueColumn({ queue }: { queue: QueueView }) {
  const { name, waiting, active, delayed, failed, oldest, isPaused } = queue;
  const { may } = useSession();
  const hasDecision = failed > 0 && retriedQueues.some((retried) => retried === name);
  const failedJobs = `${queueBoardPath}/queue/${name}?status=failed`;
  return (
    <li>
      <h3>{name}</h3>
      <Does>{queueWords[name].does}</Does>
      {isPaused && <Message>Paused. {queueWords[name].paused}</Message>}
      <Counts>
        <Fact label="waiting">{waiting}</Fact>
        <Fact label="active">{active}</Fact>
        <Fact label="delayed">{delayed}</Fact>
        <Fact label="failed">{failed > 0 ? <a href={failedJobs}>{failed}</a> : failed}</Fact>
        <Fact label="oldest">{oldest < 1_000 ? '–' : shortDuration(oldest)}</Fact>
      </Counts>
      <SideBySide>
        {hasDecision && <Decision queue={name} decision="retry" />}
        {hasDecision && may('queue.remove') && <Decision queue={name} decision="remove" />}
        {may('queue.pause') && <Decision queue={name} decision={isPaused ? 'resume' : 'pause'} />}
      </SideBySide>
    </li>
  );
}

function decisionsOn(queue: QueueName) {
  return {
    retry: {
      action: 'queue.retry-failed',
      label: 'Retry all failed',
      words:
        'Each job is queued again with its full number of attempts. Nothing is stored or sent twice.',
      done: `Failed jobs in ${queue} were queued again.`,
    },
    remove: {
      action: 'queue.remove-failed',
      label: 'Remove all failed',
      words:
        'Enquiries that are not stored yet are stored first, as new ones. Failed emails are not sent.',
      done: `Failed jobs in ${queue} were removed.`,
    },
    pause: {
      action: 'queue.pause',
      label: 'Pause',
      words: `${queueWords[queue].paused} Active jobs finish; nothing is lost.`,
      done: `${queue} paused.`,
    },
    resume: {
      action: 'queue.resume',
      label: 'Resume',
      words: 'The workers process its jobs again, immediately and at full speed.',
      done: `${queue} resumed.`,
    },
  } as const;
}

interface DecisionProps {
  queue: QueueName;
  decision: keyof ReturnType<typeof decisionsOn>;
}

/**
 * A button that retries or removes the failed jobs of a queue, or pauses or resumes the queue. It
 * first asks for a reason, which the audit trail records and colleagues can see.
 */
function Decision({ queue, decision }: DecisionProps) {
  const { action, label, words, done } = decisionsOn(queue)[decision];
  const [isAsking, setIsAsking] = useState(false);
  const [fault, setFault] = useState<string>();
  const change = useCall(action, {
    invalidates: ['queue.list', 'status.health'],
    done,
    onSuccess: close,
  });
  function close(): void {
    setIsAsking(false);
    setFault(undefined);
    change.reset();
  }
  function submit(typed: { reason: string }): void {
    const { data: reason, error } = reasonSchema.safeParse(typed.reason);
    setFault(error && `The reason ${error.issues[0]?.message ?? 'is not valid'}.`);
    if (reason !== undefined) change.mutate({ queue, reason });
  }
  return (
    <>
      <Button $quiet $small aria-label={`${label} ${queue}`} onClick={() => setIsAsking(true)}>
        {label} …
      </Button>
      {isAsking && (
        <DialogForm
          title={`${label} ${queue}`}
          lead={<Prose>{words}</Prose>}
          action={label}
          isBusy={change.isPending}
          error={change.error}
          onSubmit={submit}
          onClose={close}
        >
          <Field
            label="Reason"
            name="reason"
            error={fault}
            hint="Visible to colleagues and kept in the audit trail. Don’t include names."
          />
        </DialogForm>
      )}
    </>
  );
}

const Columns = styled.ul`
  display: grid;
  gap: ${space.large};
  width: 100%;

  ${media.wide} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  > li {
    display: grid;
    align-content: start;
    justify-items: start;
    gap: ${space.small};
    padding-top: ${space.small};
    border-top: 2px solid ${color.accent};
  }
  h3 {
    font: 400 1.3125rem/1.3 ${font.display};
  }
`;

const Does = styled.p`
  margin-top: -${space.tiny};
  font-size: ${size.small};
  color: ${color.muted};
`;

const Counts = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: ${space.tiny} ${space.base};

  > div {
    display: flex;
    flex-direction: column-reverse;
  }
  dt {
    font-size: ${size.small};
    color: ${color.muted};
  }
  dd {
    margin: 0;
    font: 400 1.5rem/1.2 ${font.display};
    font-variant-numeric: lining-nums tabular-nums;
  }
`;
