import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react';
import { styled } from 'styled-components';

import { space } from '../../design/tokens.ts';
import { wordsOf } from '../shell/request.ts';
import { Message } from './Message.tsx';

interface FormProps {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Why it was not done, if it was not. */
  error: Error | null;
  children: ReactNode;
}

/** A form, and above its controls why it was not done. */
export function Form({ onSubmit, error, children }: FormProps) {
  const failure = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) failure.current?.focus();
  }, [error]);
  return (
    <Wrapper onSubmit={onSubmit}>
      {error && (
        <div ref={failure} tabIndex={-1} role="alert">
          <Message tone="danger">{wordsOf(error)}</Message>
        </div>
      )}
      {children}
    </Wrapper>
  );
}

/** What was typed into a form, by the names of its controls. The browser does not send it. */
export function readForm(event: SubmitEvent<HTMLFormElement>): Record<string, string> {
  event.preventDefault();
  const entries = [...new FormData(event.currentTarget)];
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

const Wrapper = styled.form`
  display: grid;
  gap: ${space.medium};
  justify-items: start;
  width: 100%;
  max-width: 26rem;

  > [role='alert'] {
    width: 100%;
  }
`;
