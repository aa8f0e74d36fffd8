import { Fragment, useEffect, useRef, useState } from 'react';
import { useFormState, type Control } from 'react-hook-form';

import type { ContactForm } from '#contract/contact-form.ts';
import { formWords } from '#contract/page-words.ts';
import type { waysFor } from '../content/contact.ts';

interface SubmitControlsProps {
  control: Control<ContactForm>;
  failure?: string | undefined;
  ways: ReturnType<typeof waysFor>;
}

/** Only this part is rendered again when sending starts, so that the button responds fast. */
export function SubmitControls({ control, failure, ways }: SubmitControlsProps) {
  const { isSubmitting } = useFormState({ control });
  const failed = failure !== undefined && !isSubmitting;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A disabled button loses the focus. Restore it unless the visitor has moved the focus since.
    if (failed && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true });
  }, [failed]);

  return (
    <>
      {failed && <Failure message={failure} ways={ways} />}
      {isSubmitting && <SlowNotice />}
      <button ref={button} type="submit" disabled={isSubmitting}>
        {isSubmitting ? formWords.submitting : formWords.submit}
      </button>
    </>
  );
}

/** Screen readers announce only the notification, which closes before this message. */
function Failure({ message, ways }: { message: string } & Pick<SubmitControlsProps, 'ways'>) {
  const failure = useRef<HTMLDivElement>(null);
  useEffect(() => {
    failure.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <div className="statement failure" ref={failure}>
      <strong>{message}</strong>
      <p>
        {formWords.nothingLost}
        {ways.map(({ label, href }, at) => (
          <Fragment key={href}>
            {` ${formWords.otherWays[at]} `}
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

const oneLine = { display: 'inline-block' } as const;

const SLOW_AFTER_MS = 8000;

/** Says after eight seconds that sending is taking longer than usual. */
export function SlowNotice() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setSlow, SLOW_AFTER_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="hint slow" role="status">
      {slow && formWords.stillSending}
    </p>
  );
}
