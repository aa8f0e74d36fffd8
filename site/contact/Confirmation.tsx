import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';

import { contactForm as copy } from '../content/home/contact.ts';
import { Display } from '../design/controls.tsx';
import { color, font, size } from '../design/theme.ts';
import { Statement } from './Statement.tsx';
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
    <Statement
      $tone="success"
      ref={confirmation}
      tabIndex={-1}
      role="group"
      aria-labelledby="contact-sent"
    >
      <Title id="contact-sent">{copy.success.title}</Title>
      <p>{message}</p>
      {reference && (
        <>
          <Label>{copy.reference}</Label>
          <Reference>{reference}</Reference>
        </>
      )}
    </Statement>
  );
}

const Title = styled.p`
  font: 400 ${size.item} / 1.25 ${font.display};
`;

const Label = styled.p`
  margin-top: 0.75rem;
  padding-top: 0.75rem;
  border-top: 1px solid ${color.line};
  color: ${color.muted};
  font-size: ${size.small};
`;

const Reference = styled(Display)`
  color: ${color.teal};
  letter-spacing: 0.01em;
  white-space: nowrap;
`;
