import { useEffect, useState } from 'react';

import { words } from './words.ts';

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
      {slow && words.stillSending}
    </p>
  );
}
