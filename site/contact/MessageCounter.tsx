import { useEffect, useState } from 'react';
import { useWatch, type Control } from 'react-hook-form';

import { contactLimits, type ContactForm } from '../../contract/contact-form.ts';
import { words } from './words.ts';

const SHOWN_FROM = contactLimits.message.max * 0.9;
const PAUSE_MS = 1000;

interface MessageCounterProps {
  id: string;
  control: Control<ContactForm>;
}

/** How much room is left, once it matters; spoken only when the typing pauses. */
export function MessageCounter({ id, control }: MessageCounterProps) {
  const message = useWatch({ control, name: 'message', defaultValue: '' });
  const text = describe(message.trim().length);
  const spoken = useAfterPause(text);
  return (
    <>
      <p className="hint counter" id={id}>
        {text}
      </p>
      <span className="visually-hidden" role="status">
        {spoken}
      </span>
    </>
  );
}

function describe(length: number): string {
  const left = contactLimits.message.max - length;
  if (length < SHOWN_FROM) return '';
  return left < 0 ? words.over(-left) : words.left(left);
}

function useAfterPause(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(setSettled, PAUSE_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
