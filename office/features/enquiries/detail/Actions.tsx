import { useState } from 'react';
import { styled } from 'styled-components';

import { ButtonLink } from '../../../../design/controls.ts';
import { space } from '../../../../design/tokens.ts';
import type { AnswerOf } from '../../../office-api.ts';
import { Button } from '../../../controls/Button.tsx';
import { Confirm } from '../../../controls/Dialog.tsx';
import { useShortcuts } from '../../../controls/shortcuts.ts';
import { AssignTo } from '../list/AssignTo.tsx';
import type { Act } from '../list/words.ts';
import { useSession } from '../../../shell/session.tsx';
import { useFinalChanges } from './use-final-changes.ts';

interface ActionsProps {
  opened: AnswerOf<'open'>;
  isBusy: boolean;
  onAct: (act: Act) => void;
}

/** Everything that can be done with an enquiry, and by which keys. */
export function Actions({ opened, isBusy, onAct }: ActionsProps) {
  const { submission, handling, badges } = opened;
  const { username } = useSession();
  const final = useFinalChanges();
  const [asks, setAsks] = useState<'release' | 'resend'>();
  const { reference, email, status } = submission;
  const { state, owner } = handling;
  const isHeld = status === 'quarantined';
  const isDone = state === 'done';
  const isMine = state === 'open' && owner === username;
  const hasFailed = badges.some((badge) => badge.includes('failed') || badge.includes('bounced'));
  const subject = encodeURIComponent(`Your enquiry ${reference}`);
  const take = () => onAct({ kind: 'assign', owner: username });
  const finish = () => onAct({ kind: 'finish' });
  const hold = () => onAct({ kind: 'spam' });
  useShortcuts(
    isHeld
      ? {}
      : { '!': hold, ...(isDone ? {} : { e: finish }), ...(isDone || isMine ? {} : { a: take }) },
  );
  const disabled = isBusy || final.isPending;
  return (
    <Bar role="group" aria-label="What can be done" data-print="hide">
      {isHeld ? (
        <Button $small disabled={disabled} onClick={() => setAsks('release')}>
          Not spam: send the mails
        </Button>
      ) : (
        <>
          {isDone && (
            <Button $small disabled={disabled} onClick={() => onAct({ kind: 'reopen' })}>
              Reopen
            </Button>
          )}
          {!isDone && !isMine && (
            <Button $small disabled={disabled} onClick={take}>
              Take
            </Button>
          )}
          {!isDone && (
            <>
              <Button $small $quiet={!isMine} disabled={disabled} onClick={finish}>
                Finish
              </Button>
              <AssignTo
                owner={state === 'new' ? null : owner}
                disabled={disabled}
                onAssign={(next) => onAct({ kind: 'assign', owner: next })}
              />
            </>
          )}
          <MailLink $quiet href={`mailto:${encodeURIComponent(email)}?subject=${subject}`}>
            Reply by mail
          </MailLink>
          {hasFailed && (
            <Button $small $quiet disabled={disabled} onClick={() => setAsks('resend')}>
              Send the failed mails again
            </Button>
          )}
          <Button $small $quiet disabled={disabled} onClick={hold}>
            Spam
          </Button>
        </>
      )}
      <Button $small $quiet onClick={() => print()}>
        Print
      </Button>
      {asks === 'release' && (
        <Confirm
          title="Not spam?"
          words="It joins the other enquiries, and the mails about it are sent: one to us, and the confirmation to whoever wrote."
          action="Not spam: send the mails"
          onConfirm={() => final.run('release', [submission])}
          onClose={() => setAsks(undefined)}
        />
      )}
      {asks === 'resend' && (
        <Confirm
          title="Send them again?"
          words="The mails that have failed leave once more. What was sent already is not sent twice."
          action="Send them"
          onConfirm={() => final.run('resend', [submission])}
          onClose={() => setAsks(undefined)}
        />
      )}
    </Bar>
  );
}

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.tiny};
  padding-block: ${space.base};
`;

const MailLink = styled(ButtonLink)`
  min-height: 2.75rem;
  padding: 0.5rem 1rem;
  font-size: 0.9375rem;
`;
