import { styled } from 'styled-components';

import { space } from '../../../../design/tokens.ts';
import { Button } from '../../../controls/Button.tsx';
import { Message } from '../../../controls/Message.tsx';
import { SideBySide } from '../../../controls/Rows.tsx';
import type { AnswerOf } from '../../../office-api.ts';
import { badgeOf } from '../../../office-views.ts';
import { useSession } from '../../../shell/session.tsx';
import { useNames } from '../../../shell/use-names.ts';
import { BlockOffers } from '../../block-list/BlockOffers.tsx';
import type { Act } from '../acts.ts';
import { OfferButton, Offers, useEnquiryKeys } from '../Offers.tsx';
import { LinkedAction } from './LinkedAction.tsx';

interface ActionsProps {
  opened: AnswerOf<'enquiry.open'>;
  disabled: boolean;
  onAct: (act: Act) => void;
  onResend: () => void;
}

/** The actions for one enquiry with their shortcuts, and the reasons why it is or may be spam. */
export function EnquiryActions({ opened, disabled, onAct, onResend }: ActionsProps) {
  const { submission, handling, badges } = opened;
  const { status, marked = false } = submission;
  const { may } = useSession();
  const enquiry = { ...handling, status, marked };
  const asking = useEnquiryKeys(() => enquiry, onAct);
  const isSpam = status === 'quarantined';
  return (
    <>
      <Bar role="group" aria-label="Actions" data-print="hide">
        <Offers enquiries={[enquiry]} disabled={disabled} onAct={onAct} />
        {!isSpam && badges.some((badge) => badgeOf(badge).isSevere) && (
          <OfferButton
            $quiet
            label="Resend failed emails"
            asks={{
              title: 'Resend failed emails?',
              words: 'Only the failed emails will be resent.',
              action: 'Resend',
            }}
            disabled={disabled}
            onConfirm={onResend}
          />
        )}
        <Button $small $quiet onClick={() => print()}>
          Print
        </Button>
      </Bar>
      <SpamNotice opened={opened} />
      {(isSpam || marked) && may('enquiry.change') && <BlockOffers submission={submission} />}
      {asking}
      <LinkedAction enquiry={enquiry} onAct={onAct} />
    </>
  );
}

function SpamNotice({ opened }: Pick<ActionsProps, 'opened'>) {
  const { submission, timeline } = opened;
  const nameOf = useNames();
  const reasons = submission.screening?.reasons.join('; ');
  if (submission.status === 'quarantined') {
    const marked = timeline.findLast(({ what, done }) => what === 'enquiry.spam' && done !== false);
    if (marked) return <Message>Marked as spam by {nameOf(marked.by ?? 'someone')}.</Message>;
    return reasons ? <Message>Why this was marked as spam: {reasons}.</Message> : null;
  }
  if (!submission.marked) return null;
  return (
    <Message>
      Possible spam: {reasons}. The sender gets no acknowledgement until somebody marks it as not
      spam.
    </Message>
  );
}

const Bar = styled(SideBySide)`
  padding-block: ${space.base};
`;
