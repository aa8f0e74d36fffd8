import { quarantineScore } from '../../../../contract/jobs.ts';
import type { AnswerOf } from '../../../office-api.ts';
import { Button } from '../../../controls/Button.tsx';
import { Message } from '../../../controls/Message.tsx';
import { useSession } from '../../../shell/session.tsx';

type Opened = AnswerOf<'enquiry.open'>;

/** Whether the score is high enough for somebody to look: most genuine enquiries score a little. */
export function mayBeSpam({ status, screening }: Opened['submission']): boolean {
  return status === 'accepted' && (screening?.score ?? 0) >= quarantineScore / 2;
}

interface SpamNoticeProps {
  opened: Opened;
  isBusy: boolean;
  onMark: () => void;
}

/** Why an enquiry is marked as spam, or may be spam. */
export function SpamNotice({ opened, isBusy, onMark }: SpamNoticeProps) {
  const { submission, timeline } = opened;
  const { may } = useSession();
  const reasons = submission.screening?.reasons.join('; ');
  if (submission.status === 'quarantined') {
    const marked = timeline.findLast(({ what, done }) => what === 'enquiry.spam' && done !== false);
    if (marked) return <Message>Marked as spam by {marked.by}.</Message>;
    return reasons ? <Message>Why this was marked as spam: {reasons}.</Message> : null;
  }
  if (!mayBeSpam(submission) || !reasons) return null;
  return (
    <Message>
      This may be spam: {reasons}.{' '}
      {may('enquiry.change') && (
        <Button $small $quiet disabled={isBusy} onClick={onMark}>
          Mark as spam
        </Button>
      )}
    </Message>
  );
}
