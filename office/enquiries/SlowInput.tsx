import { useEffect, useState, type ComponentProps } from 'react';

import { Input } from '../ui.tsx';

/** Milliseconds to wait after the last keystroke, because the audit trail records each list. */
const pause = 500;

interface SlowInputProps extends ComponentProps<'input'> {
  value: string;
  onValue: (value: string) => void;
}

/** A field whose value applies when nobody has typed for a moment, and at once when emptied. */
export function SlowInput({ value, onValue, ...input }: SlowInputProps) {
  const [typed, setTyped] = useState(value);
  const [last, setLast] = useState(value);
  if (value !== last) {
    setLast(value);
    // A space after the last word stays while the user is typing.
    if (typed.trim() !== value) setTyped(value);
  }
  // A date whose year is half typed is too early.
  const [isValid, setIsValid] = useState(true);
  const wanted = typed.trim();
  useEffect(() => {
    if (wanted === value || !isValid) return;
    const timer = setTimeout(onValue, wanted === '' ? 0 : pause, wanted);
    return () => clearTimeout(timer);
  }, [wanted, value, isValid, onValue]);
  return (
    <Input
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        setIsValid(target.validity.valid);
      }}
      onKeyDown={(event) => {
        // An input method uses it to end a composition; a search field would be cleared.
        if (event.key === 'Escape' && event.nativeEvent.isComposing) event.preventDefault();
      }}
      {...input}
    />
  );
}
