import { useState } from 'react';
import { styled } from 'styled-components';

import { ButtonLink } from '../../../../design/controls.ts';
import { space } from '../../../../design/tokens.ts';
import type { AnswerOf } from '../../../office-api.ts';
import { badgeOf } from '../../../office-views.ts';
import { Button } from '../../../controls/Button.tsx';
import { Confirm } from '../../../controls/Dialog.tsx';
import { useShortcuts } from '../../../controls/shortcuts.ts';
import { AssignTo } from '../list/AssignTo.tsx';
import { actOf, applies, offersFor, type Act } from '../changes.ts';
import { Offers } from '../Offers.tsx';
import { useSession } from '../../../shell/session.tsx';
import { useFinalChanges } from './use-final-changes.ts';

interface ActionsProps {
  opened: AnswerOf<'enquiry.open'>;
  isBusy: boolean;
  onAct: (act: Act) => void;
}

/** The actions for one enquiry, with their keys. */
export function EnquiryActions({ opened, isBusy, onAct }: ActionsProps) {
  const { submission, handling, badges } = opened;
  const { username, may } = useSession();
  const final = useFinalChanges();
  const [asks, setAsks] = useState(false);
  const { reference, email, status } = submission;
  const enquiry = { ...handling, status };
  const subject = encodeURIComponent(`Your enquiry ${reference}`);
  const keys = offersFor(username).filter(({ act }) => applies(act, enquiry, username));
  useShortcuts(
    may('enquiry.change')
      ? Object.fromEntries(keys.flatMap(({ key, act }) => (key ? [[key, () => onAct(act)]] : [])))
      : {},
  );
  const disabled = isBusy || final.isPending;
  const isSpam = status === 'quarantined';
  return (
    <Bar role="group" aria-label="Actions" data-print="hide">
      <Offers enquiries={[enquiry]} disabled={disabled} onAct={onAct}>
        {!isSpam && handling.state !== 'done' && (
          <AssignTo
            owner={handling.owner}
            disabled={disabled}
            onAssign={(owner) => onAct(actOf('enquiry.assign', { owner }))}
          />
        )}
      </Offers>
      {!isSpam && (
        <MailLink $quiet href={`mailto:${encodeURIComponent(email)}?subject=${subject}`}>
          Reply by email
        </MailLink>
      )}
      {!isSpam && badges.some((badge) => badgeOf(badge).isSevere) && (
        <Button $small $quiet disabled={disabled} onClick={() => setAsks(true)}>
          Resend failed emails
        </Button>
      )}
      <Button $small $quiet onClick={() => print()}>
        Print
      </Button>
      {asks && (
        <Confirm
          title="Resend failed emails?"
          words="Emails that failed are sent again. Emails that were sent are not sent twice."
          action="Resend"
          onConfirm={() => final.run('enquiry.resend', [submission])}
          onClose={() => setAsks(false)}
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
