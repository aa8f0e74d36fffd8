import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { fillTemplate, greetingTo } from '../../contract/replies.ts';
import { quoted, quoteLead } from '../../contract/reply-quotes.ts';
import { exactTime } from '../../contract/time.ts';
import { ButtonLink } from '../../design/controls.ts';
import { VisuallyHidden } from '../../design/layout.ts';
import { color, size, space } from '../../design/tokens.ts';
import { call } from '../client.ts';
import { pages } from '../page-list.ts';
import { useDraft } from '../shell/drafts.ts';
import { useSession } from '../shell/session.tsx';
import { useShortcuts } from '../shell/shortcuts.ts';
import { useToast } from '../toast.tsx';
import { Button, Form, Message, PanelTitle, Select, SideBySide, TextButton } from '../ui.tsx';
import type { Enquiry } from './api.ts';
import { DraftField } from './DraftField.tsx';
import type { Changes } from './use-changes.ts';
import { listOfNames } from './words.ts';

interface ReplyProps {
  enquiry: Enquiry;
  /** The names of colleagues who are writing a reply too. */
  alsoReplying: readonly string[];
  /** Whether to open the form at once. */
  isAsked: boolean;
  changes: Changes;
  onReplying: (isReplying: boolean) => void;
}

/** Buttons to reply here or from one's own email program, and the form for a reply. */
export function Reply({ enquiry, alsoReplying, isAsked, changes, onReplying }: ReplyProps) {
  const { id, email, firstName, lastName, replies } = enquiry;
  const { may, name, username } = useSession();
  const [draft, setDraft] = useDraft(`reply ${id}`);
  const [isOpen, setIsOpen] = useState(draft !== '' || isAsked);
  // While the user has typed nothing, the form shows a greeting that is not saved as a draft.
  const [isUntouched, setIsUntouched] = useState(true);
  const toast = useToast();
  const field = useRef<HTMLInputElement>(null);
  const greeting = greetingTo(enquiry);
  const blank = `${greeting}\n\nKind regards,`;
  const shown = isUntouched && draft === '' ? blank : draft;
  const text = shown.trim();
  const isReady = text !== '' && text !== blank.trim() && !changes.isBusy;
  const last = replies.at(-1);
  useEffect(() => onReplying(isOpen), [isOpen, onReplying]);
  useEffect(() => {
    if (isAsked) field.current?.focus();
  }, [isAsked]);

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
  function restore(): void {
    setDraft(draft);
    setIsOpen(true);
  }
  /** Offers to restore the typed text that was just replaced or discarded, if there was any. */
  function offerText(words: string): void {
    if (text !== '' && text !== blank.trim()) toast({ words, undo: restore });
  }
  async function send(andClose: boolean): Promise<void> {
    if (!isReady) return;
    await changes.perform(async () => {
      const { version, reference } = enquiry;
      const sent = await call('enquiry.reply', { id, version, text, close: andClose });
      close();
      const words = `Sending reply to ${reference}.${andClose ? ' Enquiry closed.' : ''}`;
      toast({ words, undo: () => unsend(sent), isUrgent: true });
    });
  }
  async function unsend(sent: Parameters<typeof call<'enquiry.unsend'>>[1]): Promise<void> {
    const isTakenBack = await changes.perform(async () => {
      await call('enquiry.unsend', sent);
      toast({ words: 'Undone. The reply was not sent.' });
    });
    if (isTakenBack) restore();
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
        <ButtonLink $small $quiet href={mailtoFor(enquiry)}>
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
            setDraft(fillTemplate(template, enquiry));
            offerText('The template has replaced your text.');
            field.current?.focus();
          }}
        />
      </Head>
      {alsoReplying.length > 0 && (
        <Message role="status">
          {listOfNames(alsoReplying)} {alsoReplying.length === 1 ? 'is' : 'are'} writing a reply
          too.
        </Message>
      )}
      {last && last.by !== username && (
        <Message role="status">
          {last.name} replied on {exactTime(last.at)}. Read that reply before you send yours.
        </Message>
      )}
      <WideForm onSubmit={() => void send(false)}>
        <DraftField
          label={`To ${firstName} ${lastName}, ${email}`}
          ref={field}
          rows={9}
          value={shown}
          readOnly={changes.isBusy}
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
              offerText('Reply discarded.');
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
  const { data } = useQuery({
    queryKey: ['template.list'],
    queryFn: ({ signal }) => call('template.list', {}, { signal }),
  });
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

function mailtoFor(enquiry: Enquiry): string {
  const { email, reference, createdAt, message } = enquiry;
  // A cut inside a character such as an emoji would leave half of it, which cannot be encoded.
  const cut = message.slice(0, maxQuoteLength).replace(/[\uD800-\uDBFF]$/, '');
  const shortened = message.length > maxQuoteLength ? `${cut} …` : message;
  const body = `${greetingTo(enquiry)}\n\n${quoteLead(createdAt)}\n${quoted(shortened)}`;
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
