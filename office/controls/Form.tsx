import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react';
import { styled } from 'styled-components';

import { space } from '../../design/tokens.ts';
import { wordsOf } from '../shell/request.ts';
import { Message } from './Message.tsx';

interface FormProps {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Why submitting failed, if it did. */
  error: Error | null;
  children: ReactNode;
}

/** A form with its error above the controls. */
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

/** The values of a form by control name; prevents the browser from submitting it. */
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
