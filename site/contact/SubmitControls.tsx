import { useEffect, useRef } from 'react';
import { useFormState, type Control } from 'react-hook-form';

import type { ContactForm } from '../../contract/contact-form.ts';
import { contactForm as copy } from '../content/home/contact.ts';
import { Failure } from './Failure.tsx';
import { SlowNotice } from './SlowNotice.tsx';

interface SubmitControlsProps {
  control: Control<ContactForm>;
  /** Why the last try failed, if it did. */
  failure?: string | undefined;
}

/** The end of the form. Only this is drawn anew when sending begins, so that a press shows at once. */
export function SubmitControls({ control, failure }: SubmitControlsProps) {
  const { isSubmitting } = useFormState({ control });
  const failed = failure !== undefined && !isSubmitting;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Disabled, it has lost the focus to the page; whoever has moved on since is left alone.
    if (failed && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true });
  }, [failed]);

  return (
    <>
      {failed && <Failure message={failure} />}
      {isSubmitting && <SlowNotice />}
      <button ref={button} type="submit" disabled={isSubmitting}>
        {isSubmitting ? copy.submitting : copy.submit}
      </button>
    </>
  );
}
