import { useState } from 'react';

import { readableTime } from '../../../contract/time.ts';
import type { FailedGroup } from './actions.ts';
import { Button } from '../../controls/Button.tsx';
import { Prose } from '../../controls/Panel.tsx';
import { RowActions, RowNote, Rows, RowTitle } from '../../controls/Rows.tsx';
import { useCall } from '../../shell/use-operation.ts';
import { Collapsed } from './Findings.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { adviceFor } from './words.ts';

/** Failed jobs by cause; those set aside are collapsed. */
export function FailedGroups({ groups }: { groups: readonly FailedGroup[] }) {
  const open = groups.filter(({ setAside }) => setAside === null);
  const aside = groups.filter(({ setAside }) => setAside !== null);
  return (
    <>
      {open.length === 0 ? <Prose>No failed jobs.</Prose> : <Groups groups={open} />}
      {aside.length > 0 && (
        <Collapsed>
          <summary>Set aside: {jobs(aside.reduce((sum, { count }) => sum + count, 0))}</summary>
          <Groups groups={aside} />
        </Collapsed>
      )}
    </>
  );
}

function jobs(count: number): string {
  return count === 1 ? '1 job' : `${count} jobs`;
}

function Groups({ groups }: { groups: readonly FailedGroup[] }) {
  return (
    <Rows>
      {groups.map((group) => (
        <Group key={`${group.queue} ${group.cause}`} group={group} />
      ))}
    </Rows>
  );
}

type Decision = 'retryFailed' | 'setAsideFailed';

const decisions = {
  retryFailed: {
    action: 'Retry',
    done: 'queued again',
    words: 'The jobs start over with all their attempts. Nothing is stored or sent twice.',
  },
  setAsideFailed: {
    action: 'Set aside',
    done: 'set aside',
    words: 'The jobs are kept for 30 days and can still be retried. They are no longer reported.',
  },
} as const;

function Group({ group }: { group: FailedGroup }) {
  const { queue, cause, count, first, last, references, setAside } = group;
  const [decision, setDecision] = useState<Decision>();
  const afterwards = (decided: Decision) => ({
    invalidates: ['queue.list', 'status.health', 'status.figures'] as const,
    done: `${jobs(count)} ${decisions[decided].done}.`,
    onSuccess: close,
  });
  const calls = {
    retryFailed: useCall('queue.retry-failed', afterwards('retryFailed')),
    setAsideFailed: useCall('queue.set-aside', afterwards('setAsideFailed')),
  };
  const change = calls[decision ?? 'retryFailed'];
  function close(): void {
    setDecision(undefined);
    change.reset();
  }
  const when =
    first === last ? readableTime(first) : `${readableTime(first)} to ${readableTime(last)}`;
  const more = count > references.length ? ' and more' : '';
  return (
    <li>
      <div>
        <RowTitle>
          {jobs(count)} in {queue}: {cause}
        </RowTitle>
        <RowNote>{when}</RowNote>
        {references.length > 0 && (
          <RowNote>
            {references.join(', ')}
            {more}
          </RowNote>
        )}
        {setAside ? (
          <RowNote>
            Set aside by {setAside.by}, {readableTime(setAside.at)}: ‘{setAside.reason}’
          </RowNote>
        ) : (
          <RowNote>{adviceFor(group)}</RowNote>
        )}
      </div>
      <RowActions>
        <Button $small $quiet={setAside !== null} onClick={() => setDecision('retryFailed')}>
          Retry …
        </Button>
        {setAside === null && (
          <Button $small $quiet onClick={() => setDecision('setAsideFailed')}>
            Set aside …
          </Button>
        )}
      </RowActions>
      {decision && (
        <ReasonDialog
          title={`${decisions[decision].action}: ${jobs(count)}`}
          words={decisions[decision].words}
          action={decisions[decision].action}
          isBusy={change.isPending}
          error={change.error}
          onConfirm={(reason) =>
            change.mutate({ queue, cause, reason, setAside: setAside !== null })
          }
          onClose={close}
        />
      )}
    </li>
  );
}
