import { Fragment, useEffect, useRef, useState } from 'react';
import { useFormState, type Control } from 'react-hook-form';

import type { ContactForm } from '../../contract/contact-form.ts';
import { contactForm as copy, type waysFor } from '../content/contact.ts';

interface SubmitControlsProps {
  control: Control<ContactForm>;
  /** Why the last try failed, if it did. */
  failure?: string | undefined;
  /** What to do instead. */
  ways: ReturnType<typeof waysFor>;
}

/** The end of the form. Only this is drawn anew when sending begins, so that a press shows at once. */
export function SubmitControls({ control, failure, ways }: SubmitControlsProps) {
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
      {failed && <Failure message={failure} ways={ways} />}
      {isSubmitting && <SlowNotice />}
      <button ref={button} type="submit" disabled={isSubmitting}>
        {isSubmitting ? copy.submitting : copy.submit}
      </button>
    </>
  );
}

/** Stays above the button when the notification has gone; that one has already been spoken. */
function Failure({ message, ways }: { message: string } & Pick<SubmitControlsProps, 'ways'>) {
  const failure = useRef<HTMLDivElement>(null);
  useEffect(() => {
    failure.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <div className="statement failure" ref={failure}>
      <strong>{message}</strong>
      <p>
        {copy.nothingLost}
        {ways.map(({ label, href }, at) => (
          <Fragment key={href}>
            {` ${copy.otherWays[at]} `}
            <a href={href} style={href.startsWith('tel:') ? oneLine : undefined}>
              {label}
            </a>
          </Fragment>
        ))}
        .
      </p>
    </div>
  );
}

/** A number stands on one line, where one is as wide. */
const oneLine = { display: 'inline-block' } as const;

const SLOW_AFTER_MS = 8000;

/** Stands in the form while it is being sent, and speaks up if that takes long. */
export function SlowNotice() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setSlow, SLOW_AFTER_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="hint slow" role="status">
      {slow && copy.stillSending}
    </p>
  );
}
