import { useEffect, useId, type RefObject } from 'react';
import { styled } from 'styled-components';

import { color, size, space } from '../../../../design/tokens.ts';
import { Button } from '../../../controls/Button.tsx';
import { Label, typedInto } from '../../../controls/Field.tsx';
import { noteName, useMemory } from '../../../controls/use-memory.ts';

const longest = 5_000;

interface NoteFormProps {
  /** The enquiry's id. Its draft is kept until it is saved. */
  id: string;
  field: RefObject<HTMLTextAreaElement | null>;
  isBusy: boolean;
  /** Resolves to whether it was saved. */
  onSave: (text: string) => Promise<boolean>;
}

/** Adds an internal note to an enquiry. */
export function NoteForm({ id, field, isBusy, onSave }: NoteFormProps) {
  const [draft, setDraft] = useMemory(noteName(id));
  const fieldId = useId();
  const text = draft.trim();
  useEffect(() => {
    if (text === '') return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [text]);

  async function save(): Promise<void> {
    if (text === '' || isBusy) return;
    if (!(await onSave(text))) return;
    setDraft('');
    field.current?.focus();
  }

  return (
    <Form
      data-print="hide"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
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
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void save();
          }
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
