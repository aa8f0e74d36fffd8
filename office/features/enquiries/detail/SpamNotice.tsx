import type { AnswerOf } from '../../../office-api.ts';
import { Button } from '../../../controls/Button.tsx';
import { Message } from '../../../controls/Message.tsx';
import { useSession } from '../../../shell/session.tsx';

type Opened = AnswerOf<'enquiry.open'>;

interface SpamNoticeProps {
  opened: Opened;
  isBusy: boolean;
  onMark: () => void;
}

/** Why an enquiry is marked as spam, or may be spam. */
export function SpamNotice({ opened, isBusy, onMark }: SpamNoticeProps) {
  const { submission, badges, timeline } = opened;
  const { may } = useSession();
  const reasons = submission.screening?.reasons.join('; ');
  if (submission.status === 'quarantined') {
    const marked = timeline.findLast(({ what, done }) => what === 'enquiry.spam' && done !== false);
    if (marked) return <Message>Marked as spam by {marked.by}.</Message>;
    return reasons ? <Message>Why this was marked as spam: {reasons}.</Message> : null;
  }
  if (!badges.includes('suspicious') || !reasons) return null;
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
