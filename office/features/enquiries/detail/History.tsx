import { useEffect, useId, type RefObject } from 'react';
import { styled } from 'styled-components';

import { exactTime, fullTime } from '../../../../contract/time.ts';
import { color, media, size, space } from '../../../../design/tokens.ts';
import { Button } from '../../../controls/Button.tsx';
import { Label, typedInto } from '../../../controls/Field.tsx';
import { PanelTitle } from '../../../controls/Panel.tsx';
import { noteName, useMemory } from '../../../controls/use-memory.ts';
import type { AnswerOf } from '../../../office-api.ts';
import { useSession } from '../../../shell/session.tsx';
import { entriesOf } from './timeline-entries.ts';

interface HistoryProps extends Omit<NoteFormProps, 'id'> {
  opened: AnswerOf<'enquiry.open'>;
}

/** The history of an enquiry with its notes, oldest first, and a form for another note. */
export function History({ opened, ...form }: HistoryProps) {
  const { submission, timeline, handling } = opened;
  const { may } = useSession();
  return (
    <Section aria-labelledby="history-title">
      <PanelTitle id="history-title">History</PanelTitle>
      <TimelineList role="list">
        {entriesOf(timeline, handling.notes).map(({ at, words, note, isGrave, times }, index) => (
          <li key={index} data-note={note !== undefined} data-grave={isGrave}>
            <p>
              <span>
                {words}
                {times > 1 && ` (${times} times)`}
              </span>
              <time dateTime={at} title={fullTime(at)}>
                {exactTime(at)}
              </time>
            </p>
            {note && <NoteText dir="auto">{note.text}</NoteText>}
          </li>
        ))}
      </TimelineList>
      {may('enquiry.change') && <NoteForm id={submission.id} {...form} />}
    </Section>
  );
}

const longest = 5_000;

interface NoteFormProps {
  /** The enquiry's id. Its draft is kept until it is saved. */
  id: string;
  field: RefObject<HTMLTextAreaElement | null>;
  isBusy: boolean;
  /** Resolves to whether it was saved. */
  onSave: (text: string) => Promise<boolean>;
}

function NoteForm({ id, field, isBusy, onSave }: NoteFormProps) {
  const [draft, setDraft] = useMemory(noteName(id));
  const fieldId = useId();
  const text = draft.trim();
  useEffect(() => {
    if (text === '') return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [text]);

  async function save(event: { preventDefault: () => void }): Promise<void> {
    event.preventDefault();
    if (text === '' || isBusy || !(await onSave(text))) return;
    setDraft('');
    field.current?.focus();
  }

  return (
    <Form data-print="hide" onSubmit={(event) => void save(event)}>
      <Label htmlFor={fieldId}>Internal note</Label>
      <Text
        id={fieldId}
        ref={field}
        dir="auto"
        rows={3}
        maxLength={longest}
        value={draft}
        aria-describedby={`${fieldId}-hint`}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(event);
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <Foot>
        <Button type="submit" $small disabled={isBusy || text === ''}>
          Save note
        </Button>
        <p id={`${fieldId}-hint`}>
          The sender has the right to ask for this note. Ctrl + Enter saves.
        </p>
      </Foot>
    </Form>
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
    border: 1.5px solid ${color.brass};
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
    background: ${color.brass};
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

export const NoteText = styled.blockquote`
  margin-top: 0.25rem;
  padding: ${space.small} ${space.base};
  background: ${color.vellum};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  unicode-bidi: plaintext;
`;

const Form = styled.form`
  display: grid;
  gap: ${space.tiny};
  width: 100%;
  margin-top: ${space.base};
`;

const Text = styled.textarea`
  ${typedInto}
  min-height: 6.5rem;
  resize: vertical;
  field-sizing: content;
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.tiny} ${space.base};

  button:disabled {
    cursor: default;
  }
  p {
    flex: 1 1 14rem;
    color: ${color.muted};
    font-size: ${size.small};
    line-height: 1.45;
  }
`;
