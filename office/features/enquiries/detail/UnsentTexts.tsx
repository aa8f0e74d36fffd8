import { styled } from 'styled-components';

import { space } from '../../../../design/tokens.ts';
import { Button } from '../../../controls/Button.tsx';
import { CopyButton } from '../../../controls/CopyButton.tsx';
import { Prose } from '../../../controls/Panel.tsx';
import { SideBySide } from '../../../controls/Rows.tsx';
import { useDraft } from '../../../controls/use-memory.ts';
import { NoteText } from './NoteText.ts';

const introductions = {
  reply: 'You had not sent this reply:',
  note: 'You had not saved this note:',
};

interface UnsentTextProps {
  /** The id of the enquiry. */
  id: string;
  kind: keyof typeof introductions;
}

/** What the user typed on the page of an enquiry that was then deleted, if anything. */
export function UnsentTexts({ id }: Pick<UnsentTextProps, 'id'>) {
  return (
    <>
      <UnsentText id={id} kind="reply" />
      <UnsentText id={id} kind="note" />
    </>
  );
}

function UnsentText({ id, kind }: UnsentTextProps) {
  const [draft, setDraft] = useDraft(`${kind} ${id}`);
  if (draft === '') return null;
  return (
    <Unsent>
      <Prose>{introductions[kind]}</Prose>
      <NoteText dir="auto">{draft}</NoteText>
      <SideBySide>
        <CopyButton text={draft} what={kind} isMain />
        <Button $small $quiet onClick={() => setDraft('')}>
          Discard the {kind}
        </Button>
      </SideBySide>
    </Unsent>
  );
}

const Unsent = styled.section`
  display: grid;
  gap: ${space.small};
  margin-top: ${space.medium};
`;
