import { styled } from 'styled-components';

import { color, font, space } from '../../../design/tokens.ts';
import { Button } from '../../controls/Button.tsx';
import { Dialog, DialogActions } from '../../controls/Dialog.tsx';
import { areShortcutsOn, setShortcuts, shortcuts } from '../../controls/shortcuts.ts';
import { enquiryKeys } from './Offers.tsx';

export function KeyboardDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <Keys>
        {Object.entries({ ...enquiryKeys, ...shortcuts }).map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </Keys>
      <Choice>
        <input
          type="checkbox"
          defaultChecked={areShortcutsOn()}
          onChange={({ target }) => setShortcuts(target.checked)}
        />
        Use keyboard shortcuts in this browser
      </Choice>
      <DialogActions>
        <Button $small onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const Keys = styled.dl`
  width: 100%;

  div {
    display: grid;
    grid-template-columns: 5rem 1fr;
    padding-block: 0.375rem;
    border-bottom: 1px solid ${color.line};
    font-size: 0.9375rem;
  }
  kbd {
    display: inline-block;
    min-width: 1.75rem;
    padding: 0 0.5rem;
    border: 1px solid ${color.control};
    border-radius: 2px;
    font: 600 0.875rem/1.6 ${font.text};
    text-align: center;
  }
`;

const Choice = styled.label`
  display: flex;
  align-items: center;
  gap: ${space.small};
`;
