import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { fillTemplate, greetingTo } from '#contract/replies.ts';
import { ButtonLink } from '#design/controls.ts';
import { VisuallyHidden } from '#design/layout.ts';
import { color, size, space } from '#design/tokens.ts';
import { call } from '../client.ts';
import { pages } from '../page-list.ts';
import { stayHere, useDraft } from '../shell/drafts.ts';
import { useSession } from '../shell/session.tsx';
import { useShortcuts } from '../shell/shortcuts.ts';
import { useAnswer } from '../shell/use-action.ts';
import { useToast } from '../toast.tsx';
import { Button, Form, Message, PanelTitle, Select, SideBySide, TextButton } from '../ui.tsx';
import type { Enquiry } from './api.ts';
import { DraftField } from './DraftField.tsx';
import type { Changes } from './use-changes.ts';
import { namesAre } from './words.ts';

interface ReplyProps {
  enquiry: Enquiry;
  /** The names of colleagues who are writing a reply too. */
  alsoReplying: readonly string[];
  /** Whether to open the form at once. */
  isAsked: boolean;
  changes: Changes;
  onReplying: (isReplying: boolean) => void;
}

export function Reply({ enquiry, alsoReplying, isAsked, changes, onReplying }: ReplyProps) {
  const { id, email, version, reference } = enquiry;
  const { may, name } = useSession();
  const toast = useToast();
  const field = useRef<HTMLInputElement>(null);
  const greeting = greetingTo(enquiry);
  const blank = `${greeting}\n\nKind regards,`;
  // The greeting is no draft: nobody is asked before it is discarded.
  const [draft, setDraft] = useDraft(`reply ${id}`);
  const [text, setText] = useState(draft || blank);
  const [isOpen, setIsOpen] = useState(draft !== '' || isAsked);
  const isReady = draft.trim() !== '' && !changes.isBusy;
  useEffect(() => onReplying(isOpen), [isOpen, onReplying]);
  useEffect(() => {
    if (isAsked) field.current?.focus();
  }, [isAsked]);

  function write(next: string): void {
    setText(next);
    setDraft(next === blank ? '' : next);
  }
  function open(): void {
    // Rendered synchronously; otherwise the first letter typed would be lost.
    flushSync(() => setIsOpen(true));
    field.current?.focus();
    if (text === blank) field.current?.setSelectionRange(greeting.length, greeting.length);
  }
  function close(): void {
    write(blank);
    setIsOpen(false);
  }
  function restore(): void {
    write(text);
    open();
  }
  function discard(): void {
    close();
    if (draft !== '') toast({ words: 'Reply discarded.', undo: restore });
  }
  function send(close_: boolean): void {
    if (!isReady) return;
    void changes.perform(async () => {
      const sent = await call('enquiry.reply', { id, version, text: draft.trim(), close: close_ });
      close();
      const words = `Sending reply to ${reference}.${close_ ? ' Enquiry closed.' : ''}`;
      toast({ words, undo: () => unsend(sent) });
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
      <SideBySide $above="medium" data-print="hide">
        {may('enquiry.change') && (
          <Button $small onClick={open}>
            Reply
          </Button>
        )}
        <ButtonLink $small $quiet href={mailtoFor(enquiry)} onClick={stayHere}>
          Reply from my email program
        </ButtonLink>
      </SideBySide>
    );
  }
  return (
    <Box aria-labelledby="reply-title" data-print="hide">
      <SideBySide $apart>
        <PanelTitle id="reply-title">Reply</PanelTitle>
        <Templates
          onChoose={(template) => {
            const filled = fillTemplate(template, enquiry);
            write(draft === '' ? filled : `${draft.trimEnd()}\n\n${filled}`);
            field.current?.focus();
          }}
        />
      </SideBySide>
      {alsoReplying.length > 0 && (
        <Message role="status">{namesAre(alsoReplying)} writing a reply too.</Message>
      )}
      <Form onSubmit={() => send(false)}>
        <DraftField
          label={
            <>
              To <bdi>{enquiry.name}</bdi>, <bdi>{email}</bdi>
            </>
          }
          ref={field}
          rows={9}
          value={text}
          readOnly={changes.isBusy}
          onText={write}
          hint={`Your name (${name}), the firm’s details and the enquiry are added below. Ctrl + Enter sends; you can undo that for ten seconds.`}
        />
        <SideBySide>
          <Button type="submit" $small disabled={!isReady}>
            Send reply
          </Button>
          <Button $small $quiet disabled={!isReady} onClick={() => send(true)}>
            Reply and close
          </Button>
          <TextButton onClick={discard}>Discard</TextButton>
        </SideBySide>
      </Form>
    </Box>
  );
}

function Templates({ onChoose }: { onChoose: (text: string) => void }) {
  const { templates = [] } = useAnswer('template.list', {}).data ?? {};
  return (
    <SideBySide>
      {templates.length > 0 && (
        <label>
          <VisuallyHidden>Use a template</VisuallyHidden>
          <Select
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
          </Select>
        </label>
      )}
      <Link to={pages.templates.path}>Edit templates</Link>
    </SideBySide>
  );
}

function mailtoFor({ email, reference, ...form }: Enquiry): string {
  const subject = encodeURIComponent(`Your enquiry ${reference}`);
  const body = encodeURIComponent(greetingTo(form).replaceAll('\n', '\r\n'));
  const address = encodeURIComponent(email).replaceAll('%40', '@');
  return `mailto:${address}?subject=${subject}&body=${body}`;
}

const Box = styled.section`
  display: grid;
  gap: ${space.small};
  margin-top: ${space.medium};

  form {
    gap: ${space.base};
    max-width: none;
  }
  select {
    width: 11rem;
  }
  label + a {
    color: ${color.muted};
    font-size: ${size.small};
  }
`;
