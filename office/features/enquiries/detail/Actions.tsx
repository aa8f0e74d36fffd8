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
import { actOf, type Act } from '../acts.ts';
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
  const { status } = submission;
  const { may } = useSession();
  const enquiry = { ...handling, status };
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
      <SpamNotice
        opened={opened}
        disabled={disabled}
        onMark={() => onAct(actOf('enquiry.spam', {}))}
      />
      {isSpam && may('enquiry.change') && <BlockOffers submission={submission} />}
      {asking}
      <LinkedAction enquiry={enquiry} onAct={onAct} />
    </>
  );
}

interface SpamNoticeProps extends Pick<ActionsProps, 'opened' | 'disabled'> {
  onMark: () => void;
}

function SpamNotice({ opened, disabled, onMark }: SpamNoticeProps) {
  const { submission, badges, timeline } = opened;
  const { may } = useSession();
  const nameOf = useNames();
  const reasons = submission.screening?.reasons.join('; ');
  if (submission.status === 'quarantined') {
    const marked = timeline.findLast(({ what, done }) => what === 'enquiry.spam' && done !== false);
    if (marked) return <Message>Marked as spam by {nameOf(marked.by ?? 'someone')}.</Message>;
    return reasons ? <Message>Why this was marked as spam: {reasons}.</Message> : null;
  }
  if (!badges.includes('suspicious') || !reasons) return null;
  return (
    <Message>
      This may be spam: {reasons}.{' '}
      {may('enquiry.change') && (
        <Button $small $quiet disabled={disabled} onClick={onMark}>
          Mark as spam
        </Button>
      )}
    </Message>
  );
}

const Bar = styled(SideBySide)`
  padding-block: ${space.base};
`;
