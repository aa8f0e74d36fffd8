import { styled } from 'styled-components';

import { daysBetween, localDay, momentOf, shortDay } from '../../contract/time.ts';
import { color, size } from '../../design/tokens.ts';
import type { Row } from './api.ts';
import { badgeLabels } from './words.ts';

/** Emails about an enquiry that staff should know of. */
export function Badges({ badges }: Pick<Row, 'badges'>) {
  return badges.map((badge) => (
    <BadgeMark key={badge} data-grave={badgeLabels[badge].isSevere}>
      {badgeLabels[badge].words}
    </BadgeMark>
  ));
}

interface ReplyDueProps {
  enquiry: Pick<Row, 'status' | 'state' | 'answeredOn' | 'dueOn'>;
  now: number;
}

/**
 * Shows when an enquiry was answered, that it was closed without a reply, or when a reply is due.
 */
export function ReplyDue({ enquiry, now }: ReplyDueProps) {
  const { status, state, answeredOn, dueOn } = enquiry;
  if (status === 'quarantined') return null;
  if (answeredOn !== null) {
    const isLate = dueOn !== null && answeredOn > dueOn;
    const answered = `${isLate ? 'Answered late' : 'Answered'} on ${shortDay(momentOf(answeredOn))}`;
    return <BadgeMark>{answered}</BadgeMark>;
  }
  if (state === 'done') return <BadgeMark>Closed without a reply</BadgeMark>;
  if (dueOn === null) return null;
  const due = momentOf(dueOn);
  const days = daysBetween(now, due);
  const day = days === 0 ? 'today' : days === 1 ? 'tomorrow' : shortDay(due);
  return (
    <BadgeMark data-grave={days < 0}>
      {days < 0 ? `Reply overdue since ${day}` : `Reply due ${day}`}
    </BadgeMark>
  );
}

interface FollowUpProps {
  enquiry: Pick<Row, 'state' | 'followUp'>;
  now: number;
}

/** Shows that the follow-up of a waiting enquiry is due today or is overdue. */
export function FollowUp({ enquiry, now }: FollowUpProps) {
  const { followUp, state } = enquiry;
  if (followUp === null || followUp > localDay(now) || state === 'done') return null;
  const due = momentOf(followUp);
  const isToday = daysBetween(now, due) === 0;
  return (
    <BadgeMark data-grave={!isToday}>
      {isToday ? 'Follow up today' : `Follow-up due since ${shortDay(due)}`}
    </BadgeMark>
  );
}

export const BadgeMark = styled.span`
  color: ${color.muted};
  font-size: ${size.small};
  font-weight: 500;
  line-height: 1.7;

  &::before {
    content: '';
    display: inline-block;
    width: 0.5em;
    height: 0.5em;
    margin-right: 0.5em;
    border: 1.5px solid ${color.accent};
    border-radius: 50%;
    vertical-align: 0.08em;
  }
  &[data-grave='true'] {
    color: ${color.danger};

    &::before {
      border-color: ${color.danger};
      background: ${color.danger};
    }
  }
`;
