import { useState } from 'react';
import { styled } from 'styled-components';

import { readableTime } from '../../../contract/time.ts';
import { color, font, media, size, space } from '../../../design/tokens.ts';
import type { AnswerOf } from '../../office-api.ts';
import { Button } from '../../controls/Button.tsx';
import { Message } from '../../controls/Message.tsx';
import { useCall } from '../../shell/use-operation.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { queueWords, shortDuration } from './words.ts';

type QueueView = AnswerOf<'queue.list'>['queues'][number];

/** The jobs of each queue, and who paused it. */
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
  const { name, waiting, active, delayed, failed, oldest, paused } = queue;
  const [isAsking, setIsAsking] = useState(false);
  const does = paused ? 'Resume' : 'Pause';
  const change = useCall(paused ? 'queue.resume' : 'queue.pause', {
    invalidates: ['queue.list', 'status.health'],
    done: `${name} is ${paused ? 'resumed' : 'paused'}.`,
    onSuccess: () => setIsAsking(false),
  });
  function close(): void {
    setIsAsking(false);
    change.reset();
  }
  return (
    <li>
      <h3>{name}</h3>
      <Does>{queueWords[name].does}</Does>
      {paused && (
        <Message>
          {pausedWords(paused)} {queueWords[name].paused}
        </Message>
      )}
      <Counts>
        <Count label="waiting" value={waiting} />
        <Count label="active" value={active} />
        <Count label="delayed" value={delayed} />
        <Count label="failed" value={failed} />
        <Count label="oldest" value={oldest < 1 ? 'none' : shortDuration(oldest * 1_000)} />
      </Counts>
      <Button $quiet $small aria-label={`${does} ${name}`} onClick={() => setIsAsking(true)}>
        {does} …
      </Button>
      {isAsking && (
        <ReasonDialog
          title={`${does} ${name}`}
          words={
            paused
              ? 'The workers process its jobs again, immediately and at full speed.'
              : `${queueWords[name].paused} Active jobs finish; nothing is lost.`
          }
          action={does}
          isBusy={change.isPending}
          error={change.error}
          onConfirm={(reason) => change.mutate({ queue: name, reason })}
          onClose={close}
        />
      )}
    </li>
  );
}

function pausedWords({ by, at, reason }: NonNullable<QueueView['paused']>): string {
  if (by === undefined) return 'Paused. Who paused it is unknown at the moment.';
  const when = at === undefined ? '' : ` since ${readableTime(at)}`;
  return `Paused by ${by}${when}${reason === undefined ? '.' : `: ‘${reason}’.`}`;
}

function Count({ label, value }: { label: string; value: number | string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
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
    border-top: 2px solid ${color.brass};
  }
  h3 {
    font: 500 1.3125rem/1.3 ${font.display};
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
