import { useState, type RefObject } from 'react';
import { styled } from 'styled-components';

import { exactTime, fullTime } from '../../../../contract/time.ts';
import { color, media, size, space } from '../../../../design/tokens.ts';
import { Button } from '../../../controls/Button.tsx';
import { Form } from '../../../controls/Form.tsx';
import { PanelTitle } from '../../../controls/Panel.tsx';
import { useDraft } from '../../../controls/use-memory.ts';
import type { AnswerOf } from '../../../office-api.ts';
import { useSession } from '../../../shell/session.tsx';
import { useNames } from '../../../shell/use-names.ts';
import { DraftField } from './DraftField.tsx';
import { NoteText } from './NoteText.ts';
import { entriesOf } from './timeline-entries.ts';

interface HistoryProps extends Omit<NoteFormProps, 'id'> {
  opened: AnswerOf<'enquiry.open'>;
}

/** The history of an enquiry with its notes, oldest first, and a form for another note. */
export function History({ opened, ...form }: HistoryProps) {
  const { submission, timeline, handling } = opened;
  const { may } = useSession();
  const entries = entriesOf(timeline, handling, useNames());
  return (
    <Section aria-labelledby="history-title">
      <PanelTitle id="history-title">History</PanelTitle>
      <TimelineList role="list">
        {entries.map(({ at, words, text, isGrave, times }, index) => (
          <li key={index} data-note={text !== undefined} data-grave={isGrave}>
            <p>
              <span>
                {words}
                {times > 1 && ` (${times} times)`}
              </span>
              <time dateTime={at} title={fullTime(at)}>
                {exactTime(at)}
              </time>
            </p>
            {text !== undefined && <NoteText dir="auto">{text}</NoteText>}
          </li>
        ))}
      </TimelineList>
      {may('enquiry.change') && <NoteForm id={submission.id} {...form} />}
    </Section>
  );
}

interface NoteFormProps {
  /** The id of the enquiry. The draft of a note is stored under this id until the note is saved. */
  id: string;
  field: RefObject<HTMLInputElement | null>;
  isBusy: boolean;
  onSave: (text: string, onDone: () => void) => Promise<void>;
}

function NoteForm({ id, field, isBusy, onSave }: NoteFormProps) {
  const [draft, setDraft] = useDraft(`note ${id}`);
  const [isSaving, setIsSaving] = useState(false);
  const text = draft.trim();

  async function save(): Promise<void> {
    if (text === '' || isBusy) return;
    // The field is cleared afterwards, so nothing may be typed until then.
    setIsSaving(true);
    await onSave(text, () => {
      setDraft('');
      field.current?.focus();
    });
    setIsSaving(false);
  }

  return (
    <WideForm data-print="hide" onSubmit={() => void save()}>
      <DraftField
        label="Internal note"
        hint="The sender has the right to ask for this note. Ctrl + Enter saves."
        ref={field}
        rows={3}
        value={draft}
        readOnly={isSaving}
        onText={setDraft}
      />
      <Button type="submit" $small disabled={isBusy || text === ''}>
        Save note
      </Button>
    </WideForm>
  );
}

const Section = styled.section`
  display: grid;
  gap: ${space.small};
`;

export const TimelineList = styled.ol`
  width: 100%;

  li {
    position: relative;
    padding: 0 0 ${space.small} 1.75rem;
  }
  li::before {
    content: '';
    position: absolute;
    top: 0.5em;
    left: 0.25rem;
    z-index: 1;
    width: 0.5625rem;
    height: 0.5625rem;
    border: 1.5px solid ${color.accent};
    border-radius: 50%;
    background: ${color.paper};
  }
  li:not(:last-child)::after {
    content: '';
    position: absolute;
    top: 0.75em;
    bottom: -0.5em;
    left: 0.5rem;
    border-left: 1px solid ${color.line};
  }
  li[data-note='true']::before {
    background: ${color.accent};
  }
  li[data-grave='true'] {
    &::before {
      border-color: ${color.danger};
    }
    span {
      color: ${color.danger};
    }
  }
  p {
    font-size: 0.9375rem;

    ${media.medium} {
      display: flex;
      justify-content: space-between;
      gap: ${space.base};
    }
  }
  time {
    display: block;
    flex: none;
    color: ${color.muted};
    font-size: ${size.small};
    font-variant-numeric: tabular-nums;
    line-height: 1.7;
  }
`;

const WideForm = styled(Form)`
  gap: ${space.small};
  max-width: none;
  margin-top: ${space.tiny};

  button:disabled {
    cursor: default;
  }
`;
