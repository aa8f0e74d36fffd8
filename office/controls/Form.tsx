import { useEffect, useRef, type FormHTMLAttributes, type SubmitEvent } from 'react';
import { styled } from 'styled-components';

import { space } from '../../design/tokens.ts';
import { wordsOf } from '../shell/request.ts';
import { Message } from './Message.tsx';

/** Receives the values of the controls by name. */
export type Submit<Values extends object> = (values: Values, form: HTMLFormElement) => void;

interface FormProps<Values extends object> extends Omit<
  FormHTMLAttributes<HTMLFormElement>,
  'onSubmit'
> {
  onSubmit: Submit<Values>;
  error?: Error | null;
}

/** A form with its error above the controls. */
export function Form<Values extends object>(props: FormProps<Values>) {
  const { onSubmit, error = null, children, ...form } = props;
  const failure = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) failure.current?.focus();
  }, [error]);
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { currentTarget } = event;
    onSubmit(Object.fromEntries(new FormData(currentTarget)) as Values, currentTarget);
  }
  return (
    <Wrapper {...form} onSubmit={submit}>
      {error && (
        <div ref={failure} tabIndex={-1} role="alert">
          <Message tone="danger">{wordsOf(error)}</Message>
        </div>
      )}
      {children}
    </Wrapper>
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
