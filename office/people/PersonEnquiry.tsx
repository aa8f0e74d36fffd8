import { useState } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { contactField, contactFieldNames } from '#contract/contact-fields.ts';
import { readableTime } from '#contract/time.ts';
import { color, size, space } from '#design/tokens.ts';
import { stateLabels } from '../enquiries/decisions.ts';
import { useAction } from '../shell/use-action.ts';
import { useToast } from '../toast.tsx';
import { Button, DialogForm, Fact, Field, Prose, RowNote, RowTitle, SideBySide } from '../ui.tsx';
import type { EnquiryView } from './api.ts';

type Texts = EnquiryView['texts'];

const stateWords = { ...stateLabels, spam: 'Spam', queued: 'Not stored yet' };

/** The names and labels of an enquiry's texts. Only those that a colleague added have all. */
function fieldsOf({ isForm }: EnquiryView): [keyof Texts, string][] {
  const fields = contactFieldNames.map((name): [keyof Texts, string] => [
    name,
    contactField(name).label,
  ]);
  return isForm
    ? fields
    : [...fields, ['reach', 'Phone or address'], ['source', 'From whom it came']];
}

export function PersonEnquiry({ enquiry }: { enquiry: EnquiryView }) {
  const { reference, version, state, texts, createdAt, expiresAt } = enquiry;
  const [isCorrecting, setIsCorrecting] = useState(false);
  return (
    <Article aria-label={`Enquiry ${reference}`}>
      <SideBySide $apart>
        <div>
          <RowTitle as="h4">
            {version === null ? reference : <Link to={`/enquiries/${reference}`}>{reference}</Link>}
          </RowTitle>
          <RowNote>
            {stateWords[state]} · received {readableTime(createdAt)}
            {expiresAt !== null && ` · kept until ${readableTime(expiresAt)}`}
          </RowNote>
        </div>
        {version !== null && (
          <Button $small $quiet onClick={() => setIsCorrecting(true)}>
            Correct …
          </Button>
        )}
      </SideBySide>
      <dl>
        {fieldsOf(enquiry).map(([name, label]) => (
          <Fact key={name} label={label}>
            <bdi>{texts[name] || '–'}</bdi>
          </Fact>
        ))}
      </dl>
      {isCorrecting && <CorrectDialog enquiry={enquiry} onClose={() => setIsCorrecting(false)} />}
    </Article>
  );
}

/** Corrects an enquiry. After a conflict, it shows the colleague's text, and a second press saves. */
function CorrectDialog({ enquiry, onClose }: { enquiry: EnquiryView; onClose: () => void }) {
  const { id, version, reference, texts } = enquiry;
  // What the user saw: only what they changed is sent.
  const [before] = useState(texts);
  const toast = useToast();
  const correct = useAction('person.correct', {
    invalidates: ['person.find'],
    onSuccess() {
      toast({ words: `${reference} was corrected.` });
      onClose();
    },
  });
  function submit(typed: Partial<Texts>): void {
    const changed = Object.entries(typed).filter(
      // Browsers submit line breaks as CRLF.
      ([name, text]) => text.replaceAll('\r', '') !== before[name as keyof Texts],
    );
    correct.mutate({ id, version: version ?? 0, correction: Object.fromEntries(changed) });
  }
  return (
    <DialogForm
      title={`Correct ${reference}`}
      lead={<Prose>The old text is not kept. Emails already sent do not change.</Prose>}
      action="Save correction"
      isBusy={correct.isPending}
      error={correct.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {fieldsOf(enquiry).map(([name, label]) => (
        <Field
          key={name}
          label={label}
          name={name}
          dir="auto"
          defaultValue={before[name]}
          rows={name === 'message' ? 6 : undefined}
          hint={
            texts[name] !== before[name] && (
              <>
                Now: <bdi>{texts[name] || '–'}</bdi>
              </>
            )
          }
        />
      ))}
    </DialogForm>
  );
}

const Article = styled.article`
  display: grid;
  gap: ${space.small};
  padding-top: ${space.medium};
  border-top: 1px solid ${color.line};

  dl > div {
    display: grid;
    grid-template-columns: minmax(5.5rem, 20%) minmax(0, 1fr);
    gap: ${space.medium};
    padding-block: 0.25rem;
  }
  dt {
    font-size: ${size.small};
    color: ${color.muted};
  }
  dd > bdi {
    display: block;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;
