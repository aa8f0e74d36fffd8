import { useEffect, useRef } from 'react';

import { contactForm as copy } from '../content/contact.ts';
import type { EnquiryAnswer } from './send-enquiry.ts';

/** Stays in the form when the notification has gone; takes the focus from the button. */
export function Confirmation({ answer }: { answer: EnquiryAnswer }) {
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
      aria-labelledby="contact-sent"
    >
      <p className="sent-title" id="contact-sent">
        {copy.success.title}
      </p>
      <p>{message}</p>
      {reference && (
        <>
          <p className="reference-label">{copy.reference}</p>
          <p className="reference">{reference}</p>
        </>
      )}
    </div>
  );
}
