import { styled } from 'styled-components';

import { size, space } from '../../../design/tokens.ts';
import { TextButton } from '../../controls/Button.tsx';
import { useShortcuts } from '../../controls/shortcuts.ts';
import { useLoadedDialog } from '../../shell/use-loaded-dialog.ts';

export function KeyboardHelp() {
  const { Dialog, open, close } = useLoadedDialog(
    async () => (await import('./KeyboardDialog.tsx')).KeyboardDialog,
  );
  useShortcuts({ '?': open });
  return (
    <Wrapper data-print="hide">
      <TextButton onClick={open}>Keyboard shortcuts</TextButton>
      {Dialog && <Dialog onClose={close} />}
    </Wrapper>
  );
}

const Wrapper = styled.div`
  margin-top: ${space.large};
  font-size: ${size.small};

  @media (hover: none) {
    display: none;
  }
`;
