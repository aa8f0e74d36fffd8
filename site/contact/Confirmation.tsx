import { useEffect, useRef } from 'react';

import { contactForm as copy } from '../content/contact.ts';
import type { EnquiryAnswer } from './send-enquiry.ts';

const titleId = 'contact-sent';
const referenceId = 'contact-reference';

interface ConfirmationProps {
  answer: EnquiryAnswer;
  /** Brings the form back, where this stands in its place. */
  onAnother?: (() => void) | undefined;
}

/**
 * Stays when the notification has gone; takes the focus from the button. The notification has told of
 * the success, so this is announced by the reference.
 */
export function Confirmation({ answer, onAnother }: ConfirmationProps) {
  const { message, reference } = answer;
  const confirmation = useRef<HTMLDivElement>(null);
  // By the answer, not by what it says: the next may say the same before this one has left.
  useEffect(() => {
    confirmation.current?.focus({ preventScroll: true });
    // In the middle, where the notification does not cover it.
    confirmation.current?.scrollIntoView({ block: 'center' });
  }, [answer]);

  return (
    <div
      className="statement sent"
      ref={confirmation}
      tabIndex={-1}
      role="group"
      aria-labelledby={reference ? referenceId : titleId}
    >
      <p className="sent-title" id={titleId}>
        {copy.success.title}
      </p>
      <p>{message}</p>
      {reference && (
        <div id={referenceId}>
          <p className="reference-label">{copy.reference}</p>
          <p className="reference">{reference}</p>
        </div>
      )}
      {onAnother && (
        <button type="button" onClick={onAnother}>
          {copy.another}
        </button>
      )}
    </div>
  );
}
