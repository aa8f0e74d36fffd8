import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import {
  fillTemplate,
  greetingTo,
  quoted,
  quoteLead,
  quotesOf,
} from '../../../../contract/replies.ts';
import { exactTime } from '../../../../contract/time.ts';
import { ButtonLink } from '../../../../design/controls.ts';
import { VisuallyHidden } from '../../../../design/layout.ts';
import { color, size, space } from '../../../../design/tokens.ts';
import { Button, TextButton } from '../../../controls/Button.tsx';
import { Form } from '../../../controls/Form.tsx';
import { Message } from '../../../controls/Message.tsx';
import { PanelTitle } from '../../../controls/Panel.tsx';
import { SideBySide } from '../../../controls/Rows.tsx';
import { Select } from '../../../controls/Select.tsx';
import { useShortcuts } from '../../../controls/shortcuts.ts';
import { useDraft } from '../../../controls/use-memory.ts';
import type { AnswerOf } from '../../../office-api.ts';
import { pages } from '../../../page-list.ts';
import { useSession } from '../../../shell/session.tsx';
import { useToast } from '../../../shell/toast.tsx';
import { useNames } from '../../../shell/use-names.ts';
import { useOperation } from '../../../shell/use-operation.ts';
import { actOf, type Act } from '../acts.ts';
import type { Following } from '../use-changes.ts';
import { DraftField } from './DraftField.tsx';

type Submission = AnswerOf<'enquiry.open'>['submission'];

interface ReplyProps {
  submission: Submission;
  /** The replies so far, oldest first. */
  earlier: AnswerOf<'enquiry.open'>['handling']['replies'];
  isBusy: boolean;
  onSend: (act: Act, following: Following) => Promise<void>;
}

/**
 * Buttons to reply on this page or from the user's own email program, and the form for a reply on
 * this page.
 */
export function Reply({ submission, earlier, isBusy, onSend }: ReplyProps) {
  const { id, email, firstName, lastName } = submission;
  const { may, name, username } = useSession();
  const nameOf = useNames();
  const last = earlier.at(-1);
  const [draft, setDraft] = useDraft(`reply ${id}`);
  const [isOpen, setIsOpen] = useState(draft !== '');
  // While the user has typed nothing, the form shows a greeting that is not saved as a draft.
  const [isUntouched, setIsUntouched] = useState(true);
  const [isSending, setIsSending] = useState(false);
  const toast = useToast();
  const field = useRef<HTMLInputElement>(null);
  const greeting = greetingTo(submission);
  const blank = `${greeting}\n\nKind regards,`;
  const shown = isUntouched && draft === '' ? blank : draft;
  const text = shown.trim();
  const isReady = text !== '' && text !== blank && !isBusy;

  function open(): void {
    // Rendered synchronously; otherwise the first letter typed would be lost.
    flushSync(() => {
      setIsOpen(true);
      setIsUntouched(true);
    });
    field.current?.focus();
    if (draft === '') field.current?.setSelectionRange(greeting.length, greeting.length);
  }
  function close(): void {
    setDraft('');
    setIsUntouched(true);
    setIsOpen(false);
  }
  /** Offers to restore the typed text that was just replaced or discarded, if there was any. */
  function offerUndo(words: string): void {
    if (text === '' || text === blank) return;
    const undo = () => {
      setDraft(draft);
      setIsOpen(true);
    };
    toast({ words, undo });
  }
  async function send(andClose: boolean): Promise<void> {
    if (!isReady) return;
    // The form is cleared afterwards, so nothing may be typed until then.
    setIsSending(true);
    await onSend(actOf('enquiry.reply', { text, close: andClose }), {
      onDone: close,
      onUndone() {
        setDraft(draft);
        setIsOpen(true);
      },
    });
    setIsSending(false);
  }
  useShortcuts(may('enquiry.change') ? { r: open } : {});

  if (!isOpen) {
    return (
      <Buttons data-print="hide">
        {may('enquiry.change') && (
          <Button $small onClick={open}>
            Reply
          </Button>
        )}
        <ButtonLink $small $quiet href={mailtoFor(submission)}>
          Reply from my email program
        </ButtonLink>
      </Buttons>
    );
  }
  return (
    <Box aria-labelledby="reply-title" data-print="hide">
      <Head>
        <PanelTitle id="reply-title">Reply</PanelTitle>
        <Templates
          onChoose={(template) => {
            if (isSending) return;
            setDraft(fillTemplate(template, submission));
            offerUndo('The template has replaced your text.');
            field.current?.focus();
          }}
        />
      </Head>
      {last && last.by !== username && (
        <Message role="status">
          {nameOf(last.by)} replied on {exactTime(last.at)}. Read that reply before you send yours.
        </Message>
      )}
      <WideForm onSubmit={() => void send(false)}>
        <DraftField
          label={`To ${firstName} ${lastName}, ${email}`}
          ref={field}
          rows={9}
          value={shown}
          readOnly={isSending}
          onText={(next) => {
            setIsUntouched(false);
            setDraft(next);
          }}
          hint={`Your name (${name}), the firm’s details and the enquiry are added below. Ctrl + Enter sends; you can undo that for ten seconds.`}
        />
        <SideBySide>
          <Button type="submit" $small disabled={!isReady}>
            Send reply
          </Button>
          <Button $small $quiet disabled={!isReady} onClick={() => void send(true)}>
            Reply and close
          </Button>
          <TextButton
            onClick={() => {
              close();
              offerUndo('Reply discarded.');
            }}
          >
            Discard
          </TextButton>
        </SideBySide>
      </WideForm>
    </Box>
  );
}

function Templates({ onChoose }: { onChoose: (text: string) => void }) {
  const { data } = useOperation('template.read');
  const templates = data?.templates ?? [];
  return (
    <SideBySide>
      {templates.length > 0 && (
        <label>
          <VisuallyHidden>Use a template</VisuallyHidden>
          <TemplateSelect
            value=""
            onChange={({ target }) =>
              onChoose(templates.find(({ id }) => id === target.value)?.text ?? '')
            }
          >
            <option value="" disabled>
              Use a template …
            </option>
            {templates.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </TemplateSelect>
        </label>
      )}
      <Link to={pages.templates.path}>Edit templates</Link>
    </SideBySide>
  );
}

/** Maximum length of the quote, in characters: Windows does not open very long `mailto:` links. */
const maxQuoteLength = 700;

function mailtoFor(submission: Submission): string {
  const { email, reference, createdAt } = submission;
  const quote = quotesOf(submission).join('\n\n');
  // A cut inside a character such as an emoji would leave half of it, which cannot be encoded.
  const cut = quote.slice(0, maxQuoteLength).replace(/[\uD800-\uDBFF]$/, '');
  const shortened = quote.length > maxQuoteLength ? `${cut} …` : quote;
  const body = `${greetingTo(submission)}\n\n${quoteLead(createdAt)}\n${quoted(shortened)}`;
  const query = [
    ['subject', `Your enquiry ${reference}`],
    ['body', body.replace(/\r?\n/g, '\r\n')],
  ].map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`);
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?${query.join('&')}`;
}

const Buttons = styled(SideBySide)`
  margin-top: ${space.medium};
`;

const Box = styled.section`
  display: grid;
  gap: ${space.small};
  margin-top: ${space.medium};
`;

const Head = styled(SideBySide)`
  justify-content: space-between;
  gap: ${space.tiny} ${space.medium};

  a {
    color: ${color.muted};
    font-size: ${size.small};
  }
`;

const TemplateSelect = styled(Select)`
  width: 11rem;
`;

const WideForm = styled(Form)`
  gap: ${space.base};
  max-width: none;

  textarea {
    line-height: 1.6;
  }
  button:disabled {
    cursor: default;
  }
`;
