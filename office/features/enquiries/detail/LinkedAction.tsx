import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { linkedActionParameter } from '../../../../contract/notifications.ts';
import { Confirm } from '../../../controls/Dialog.tsx';
import { Message } from '../../../controls/Message.tsx';
import { useSession } from '../../../shell/session.tsx';
import { isOffered, offersFor, refusalFor, type Act } from '../acts.ts';
import type { EnquiryState } from '../state.ts';

interface LinkedActionProps {
  enquiry: EnquiryState;
  onAct: (act: Act) => void;
}

/**
 * Asks the user to confirm the action named in a link from a staff notification. Opening the link
 * alone must change nothing.
 */
export function LinkedAction({ enquiry, onAct }: LinkedActionProps) {
  const { username, may } = useSession();
  const [parameters, setParameters] = useSearchParams();
  const name = parameters.get(linkedActionParameter);
  const offer = offersFor(username).find(({ link }) => link !== undefined && link === name);
  const isPossible = offer !== undefined && isOffered(offer, enquiry, username);
  const [wasPossible] = useState(isPossible);
  if (!offer || !may('enquiry.change')) return null;
  if (!isPossible) {
    return (
      <Message role="status">
        {refusalFor(offer.act, [enquiry], username) ?? 'This has already been done.'}
      </Message>
    );
  }
  // The question belongs to the moment when the link was opened, not to a later change.
  if (!wasPossible) return null;
  return (
    <Confirm
      title={`${offer.label}?`}
      words="You followed a link in an email. Nothing has changed yet."
      action={offer.label}
      onConfirm={() => onAct(offer.act)}
      onClose={() => setParameters({}, { replace: true })}
    />
  );
}
