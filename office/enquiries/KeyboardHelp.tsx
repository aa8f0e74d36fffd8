import { useState } from 'react';
import { styled } from 'styled-components';

import { color, font, size, space } from '#design/tokens.ts';
import { areShortcutsOn, setShortcuts, shortcuts, useShortcuts } from '../shell/shortcuts.ts';
import { Button, Dialog, TextButton } from '../ui.tsx';
import { offers } from './offers.ts';

const keys = [
  ...offers.flatMap(({ key, label }) => (key ? [[key, label] as const] : [])),
  ...Object.entries(shortcuts),
];

export function KeyboardHelp() {
  const [isOpen, setIsOpen] = useState(false);
  useShortcuts({ '?': () => setIsOpen(true) });
  return (
    <Wrapper data-print="hide">
      <TextButton onClick={() => setIsOpen(true)}>Keyboard shortcuts</TextButton>
      {isOpen && (
        <Dialog title="Keyboard shortcuts" onClose={() => setIsOpen(false)}>
          <ul role="list">
            {keys.map(([key, words]) => (
              <li key={key}>
                <kbd>{key}</kbd> {words}
              </li>
            ))}
          </ul>
          <label>
            <input
              type="checkbox"
              defaultChecked={areShortcutsOn()}
              onChange={({ target }) => setShortcuts(target.checked)}
            />{' '}
            Use keyboard shortcuts in this browser
          </label>
          <Button $small onClick={() => setIsOpen(false)}>
            Close
          </Button>
        </Dialog>
      )}
    </Wrapper>
  );
}

const Wrapper = styled.div`
  margin-top: ${space.large};

  > button {
    font-size: ${size.small};
  }
  @media (hover: none) {
    display: none;
  }
  ul {
    width: 100%;
  }
  li {
    padding-block: 0.375rem;
    border-bottom: 1px solid ${color.line};
    font-size: 0.9375rem;
  }
  kbd {
    display: inline-block;
    width: 4.5rem;
    font: 600 0.9375rem/1.6 ${font.text};
  }
  label > input {
    vertical-align: -0.2em;
  }
`;
