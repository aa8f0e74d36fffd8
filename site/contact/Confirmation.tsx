import { useEffect, useRef } from 'react';

import { contactForm as copy } from '../content/home/contact.ts';
import type { EnquiryAnswer } from './send-enquiry.ts';

/** Stays in the form when the notification has gone; takes the focus from the button. */
export function Confirmation({ message, reference }: EnquiryAnswer) {
  const confirmation = useRef<HTMLDivElement>(null);
  useEffect(() => {
    confirmation.current?.focus({ preventScroll: true });
    // In the middle, where the notification does not cover it.
    confirmation.current?.scrollIntoView({ block: 'center' });
  }, [reference]);

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
