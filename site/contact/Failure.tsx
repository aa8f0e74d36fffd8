import { useEffect, useRef } from 'react';

import { words } from './words.ts';

/** Stays above the button when the notification has gone; that one has already been spoken. */
export function Failure({ message }: { message: string }) {
  const failure = useRef<HTMLDivElement>(null);
  useEffect(() => {
    failure.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <div className="statement failure" ref={failure}>
      <strong>{message}</strong>
      <p>{words.kept}</p>
    </div>
  );
}
