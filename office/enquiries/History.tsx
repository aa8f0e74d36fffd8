import { Fragment, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { exactTime, fullTime } from '#contract/time.ts';
import { color, media, size, space } from '#design/tokens.ts';
import { call } from '../client.ts';
import { useDraft } from '../shell/drafts.ts';
import { useSession } from '../shell/session.tsx';
import { announce } from '../toast.tsx';
import { Button, Form, PanelTitle } from '../ui.tsx';
import type { Enquiry, HistoryLine } from './api.ts';
import { DraftField } from './DraftField.tsx';
import type { Changes } from './use-changes.ts';

interface HistoryProps extends NoteFormProps {
  lines: readonly HistoryLine[];
}

export function History({ lines, ...form }: HistoryProps) {
  const { may } = useSession();
  return (
    <Section aria-labelledby="history-title">
      <PanelTitle id="history-title">History</PanelTitle>
      <ol role="list">
        {lines.map(({ at, by, words, text, isSevere, times }, index) => (
          <li key={index} data-note={text !== undefined} data-severe={isSevere}>
            <p>
              <span>
                {by} {words}
                {times > 1 && ` (${times} times)`}
              </span>
              <time dateTime={at} title={fullTime(at)}>
                {exactTime(at)}
              </time>
            </p>
            {text !== undefined && <Quote dir="auto">{withLinks(text)}</Quote>}
          </li>
        ))}
      </ol>
      {may('enquiry.change') && <NoteForm {...form} />}
    </Section>
  );
}

/** A reference as the acknowledgement writes it, such as 7F3K-92QD. */
const reference = /\b([0-9A-Z]{4}-[0-9A-Z]{4})\b/;

function withLinks(text: string) {
  return text
    .split(reference)
    .map((part, index) => (
      <Fragment key={index}>
        {index % 2 === 1 ? <Link to={`/enquiries/${part}`}>{part}</Link> : part}
      </Fragment>
    ));
}

interface NoteFormProps {
  enquiry: Enquiry;
  field: RefObject<HTMLInputElement | null>;
  changes: Changes;
}

function NoteForm({ enquiry: { id, reference: name }, field, changes }: NoteFormProps) {
  const [draft, setDraft] = useDraft(`note ${id}`);
  const text = draft.trim();
  async function save(): Promise<void> {
    if (text === '' || changes.isBusy) return;
    await changes.perform(async () => {
      await call('enquiry.note', { id, text });
      setDraft('');
      announce(`Note added to ${name}.`);
    });
    field.current?.focus();
  }
  return (
    <Form data-print="hide" onSubmit={() => void save()}>
      <DraftField
        label="Internal note"
        hint="The sender has the right to ask for this note. Ctrl + Enter saves."
        ref={field}
        rows={3}
        value={draft}
        readOnly={changes.isBusy}
        onText={setDraft}
      />
      <Button type="submit" $small disabled={changes.isBusy || text === ''}>
        Save note
      </Button>
    </Form>
  );
}

export const Quote = styled.blockquote`
  margin-top: 0.25rem;
  padding: ${space.small} ${space.base};
  background: ${color.tint};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  unicode-bidi: plaintext;
`;

const Section = styled.section`
  display: grid;
  gap: ${space.small};

  form {
    gap: ${space.small};
    max-width: none;
  }
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
  li[data-severe='true'] {
    span {
      color: ${color.danger};
    }
    &::before {
      border-color: ${color.danger};
    }
  }
  li > p {
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
