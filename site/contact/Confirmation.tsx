import { useEffect, useRef } from 'react';

import { formWords } from '#contract/page-words.ts';
import type { EnquiryAnswer } from './send-enquiry.ts';

const titleId = 'contact-sent';
const referenceId = 'contact-reference';

interface ConfirmationProps {
  answer: EnquiryAnswer;
  /** Shows the form again in place of the receipt. */
  onAnother?: (() => void) | undefined;
}

/** Takes the focus unless the visitor is in a field. The notification has announced it. */
export function Confirmation({ answer, onAnother }: ConfirmationProps) {
  const { message, reference } = answer;
  const confirmation = useRef<HTMLDivElement>(null);
  // Runs for each response object, because the next response may have the same text.
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement?.matches('input, textarea') && !activeElement.closest('[hidden]')) return;
    confirmation.current?.focus({ preventScroll: true });
    // Centred, so that the notification does not cover it.
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
        {formWords.success.title}
      </p>
      <p>{message}</p>
      {reference && (
        <div id={referenceId}>
          <p className="reference-label">{formWords.reference}</p>
          <p className="reference">{reference}</p>
        </div>
      )}
      {onAnother && (
        <button type="button" onClick={onAnother}>
          {formWords.another}
        </button>
      )}
    </div>
  );
}
