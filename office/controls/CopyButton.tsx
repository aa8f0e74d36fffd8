import { useState } from 'react';
import { styled } from 'styled-components';

import { size } from '../../design/tokens.ts';
import { announce } from '../shell/announce.tsx';
import { Button, TextButton } from './Button.tsx';

interface CopyButtonProps {
  text: string;
  /** What the text is, such as `address`. */
  what: string;
  isMain?: boolean;
}

/** Copies a text to the clipboard and announces whether it worked. */
export function CopyButton({ text, what, isMain = false }: CopyButtonProps) {
  const [words, setWords] = useState('');
  async function copy(): Promise<void> {
    let message = `The ${what} was copied.`;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      message = 'This browser does not allow copying. Select the text instead.';
    }
    setWords(message);
    announce(message);
    setTimeout(setWords, 4_000, '');
  }
  const Control = isMain ? Button : SmallButton;
  return (
    <Control $small data-print="hide" onClick={() => void copy()}>
      {words || `Copy the ${what}`}
    </Control>
  );
}

const SmallButton = styled(TextButton)<{ $small?: boolean }>`
  font-size: ${size.small};
`;
