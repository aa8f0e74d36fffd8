import { useEffect, useState } from 'react';
import { styled } from 'styled-components';

import { FieldHint } from '../design/controls.tsx';
import { words } from './words.ts';

const SLOW_AFTER_MS = 8000;

/** Stands in the form while it is being sent, and speaks up if that takes long. */
export function SlowNotice() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setSlow, SLOW_AFTER_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return <Notice role="status">{slow && words.stillSending}</Notice>;
}

const Notice = styled(FieldHint)`
  /* Takes no room while it is silent, but is there for screen readers to listen to. */
  &:empty {
    position: absolute;
  }
`;
