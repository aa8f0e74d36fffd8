import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { linkedActionParameter } from '#contract/notifications.ts';
import { useSession } from '../shell/session.tsx';
import { useShortcuts } from '../shell/shortcuts.ts';
import { useAnswer } from '../shell/use-action.ts';
import { Button, Choice, DialogForm, Field, Message, Prose } from '../ui.tsx';
import type { Patch } from './api.ts';
import {
  nobody,
  offers,
  refusalFor,
  type Changeable,
  type Offer,
  type Question,
} from './offers.ts';
import type { Changes } from './use-changes.ts';

type Pressing = ReturnType<typeof usePressing>;

/** What the buttons and their keys do. The keys change the enquiries that `now` returns. */
export function usePressing(
  { run, isBusy }: Changes,
  now: () => readonly Changeable[],
  onSend?: () => void,
) {
  const { username, may } = useSession();
  const [asked, setAsked] = useState<Asked>();
  function send(enquiries: readonly Changeable[], change: Patch): void {
    onSend?.();
    void run(enquiries, change);
  }
  function press(offer: Offer, all: readonly Changeable[]): void {
    const enquiries = all.filter((enquiry) => offer.applies(enquiry, username));
    if (isBusy || enquiries.length === 0 || !may('enquiry.change')) return;
    if (offer.asks) setAsked({ offer, question: offer.asks, enquiries });
    else send(enquiries, offer.change(username, ''));
  }
  const keys: Record<string, () => void> = {};
  for (const offer of offers) if (offer.key) keys[offer.key] = () => press(offer, now());
  useShortcuts(keys);
  const dialog = asked && (
    <AskDialog {...asked} onAnswer={send} onClose={() => setAsked(undefined)} />
  );
  return { press, send, isBusy, dialog };
}

interface ChangeButtonsProps {
  /** A button is shown if it changes at least one of these. */
  enquiries: readonly Changeable[];
  pressing: Pressing;
}

export function ChangeButtons({ enquiries, pressing: { press, isBusy } }: ChangeButtonsProps) {
  const { username, may } = useSession();
  if (!may('enquiry.change')) return null;
  return offers
    .filter((offer) => enquiries.some((enquiry) => offer.applies(enquiry, username)))
    .map((offer, index) => (
      <Button
        key={offer.label}
        $small
        $quiet={index > 0}
        disabled={isBusy}
        onClick={() => press(offer, enquiries)}
      >
        {(enquiries.length > 1 && offer.plural) || offer.label}
      </Button>
    ));
}

/** The names of the colleagues to whom an enquiry can be assigned, by username. */
export function useColleagues(): Record<string, string> {
  const { data } = useAnswer('enquiry.colleagues', {});
  const { username: you } = useSession();
  const named = (username: string, name: string) => (username === you ? `${name} (you)` : name);
  return Object.fromEntries(
    (data?.colleagues ?? []).map(({ username, name }) => [username, named(username, name)]),
  );
}

interface Asked {
  offer: Offer;
  question: Question;
  enquiries: readonly Changeable[];
}

interface AskDialogProps extends Asked {
  onAnswer: Pressing['send'];
  onClose: () => void;
}

function AskDialog({ offer, question, enquiries, onAnswer, onClose }: AskDialogProps) {
  const { username } = useSession();
  const colleagues = useColleagues();
  const [refusal, setRefusal] = useState<string>();
  const { title, words, action = offer.label, day, colleague } = question;
  function submit({ answer = '' }: { answer?: string }): void {
    const change = offer.change(username, answer);
    const why = refusalFor(change, enquiries, username);
    setRefusal(why);
    if (why !== undefined) return;
    onClose();
    onAnswer(enquiries, change);
  }
  return (
    <DialogForm {...{ title, action, onClose }} lead={<Prose>{words}</Prose>} onSubmit={submit}>
      {day && <Field {...day} name="answer" type="date" error={refusal} />}
      {colleague && (
        <Choice
          {...colleague}
          name="answer"
          options={{ ...colleagues, [nobody]: 'Nobody (unassign)' }}
        />
      )}
    </DialogForm>
  );
}

interface LinkedActionProps {
  enquiry: Changeable;
  pressing: Pressing;
}

/** Asks to confirm an action from a link in an email: opening the link must change nothing. */
export function LinkedAction({ enquiry, pressing }: LinkedActionProps) {
  const { username, may } = useSession();
  const [parameters, setParameters] = useSearchParams();
  const name = parameters.get(linkedActionParameter);
  const offer = offers.find(({ link }) => link !== undefined && link === name);
  if (!offer || !may('enquiry.change')) return null;
  if (!offer.applies(enquiry, username)) {
    const why = refusalFor(offer.change(username, ''), [enquiry], username);
    return <Message role="status">{why ?? 'This has already been done.'}</Message>;
  }
  return (
    <AskDialog
      offer={offer}
      question={{
        title: `${offer.label}?`,
        words: 'You followed a link in an email. Nothing has changed yet.',
      }}
      enquiries={[enquiry]}
      onAnswer={pressing.send}
      onClose={() => setParameters({}, { replace: true })}
    />
  );
}
