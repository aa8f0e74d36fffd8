import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';

import { linkedActionParameter } from '../../contract/notifications.ts';
import { VisuallyHidden } from '../../design/layout.ts';
import { call } from '../client.ts';
import { useSession } from '../shell/session.tsx';
import { useShortcuts } from '../shell/shortcuts.ts';
import { Button, Confirm, DialogForm, Field, Message, openByKey, Prose, Select } from '../ui.tsx';
import { isOffered } from './decisions.ts';
import {
  changeable,
  offers,
  refusalFor,
  type Change,
  type Changeable,
  type Offer,
} from './offers.ts';

type Run = (enquiries: readonly Changeable[], change: Change) => void;

interface ChangeButtonsProps {
  /** A button is shown if it changes at least one of these. */
  enquiries: readonly Changeable[];
  isBusy: boolean;
  onRun: Run;
}

/** Buttons for everything that can be done with these enquiries. */
export function ChangeButtons({ enquiries, isBusy, onRun }: ChangeButtonsProps) {
  const { username, may } = useSession();
  const [asked, setAsked] = useState<Offer>();
  if (!may('enquiry.change')) return null;
  const shown = offers.filter((offer) => changeable(offer, enquiries, username).length > 0);
  const buttons = shown.map((offer, index) => (
    <Button
      key={offer.label}
      $small
      $quiet={index > 0}
      disabled={isBusy}
      onClick={() => {
        if (offer.asks) setAsked(offer);
        else onRun(changeable(offer, enquiries, username), offer.change(username, null));
      }}
    >
      {(enquiries.length > 1 && offer.plural) || offer.label}
    </Button>
  ));
  return (
    <>
      {buttons[0]}
      <AssignSelect {...{ enquiries, isBusy, onRun }} />
      {buttons.slice(1)}
      {asked && (
        <AskDialog
          offer={asked}
          enquiries={changeable(asked, enquiries, username)}
          onRun={onRun}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

export function useColleagues() {
  const { data } = useQuery({
    queryKey: ['enquiry.colleagues'],
    queryFn: ({ signal }) => call('enquiry.colleagues', {}, { signal }),
    staleTime: 60_000,
  });
  return data?.colleagues ?? [];
}

function AssignSelect({ enquiries, isBusy, onRun }: ChangeButtonsProps) {
  const { username } = useSession();
  const colleagues = useColleagues();
  const possible = (owner: string | null) =>
    enquiries.filter(
      (enquiry) => enquiry.state !== 'done' && isOffered(enquiry, { owner }, username),
    );
  const owners = colleagues.filter((colleague) => possible(colleague.username).length > 0);
  const isAssigned = possible(null).length > 0;
  if (owners.length === 0 && !isAssigned) return null;
  return (
    <label>
      <VisuallyHidden>Assign to</VisuallyHidden>
      <Owners
        value=""
        disabled={isBusy}
        onKeyDown={openByKey}
        onChange={({ target: { value } }) => {
          const owner = value === nobody ? null : value;
          onRun(possible(owner), { patch: { owner } });
        }}
      >
        <option value="" disabled>
          Assign to …
        </option>
        {owners.map((colleague) => (
          <option key={colleague.username} value={colleague.username}>
            {colleague.name}
            {colleague.username === username && ' (you)'}
          </option>
        ))}
        {isAssigned && <option value={nobody}>Unassign</option>}
      </Owners>
    </label>
  );
}

const nobody = '-';

interface AskDialogProps {
  offer: Offer;
  enquiries: readonly Changeable[];
  onRun: Run;
  onClose: () => void;
}

/** Asks before a change, and for a day if the question includes one. */
function AskDialog({ offer, enquiries, onRun, onClose }: AskDialogProps) {
  const { username } = useSession();
  const [refusal, setRefusal] = useState<string>();
  const { title, words, action = offer.label, day } = offer.asks ?? { title: '', words: '' };
  function submit(values: { day?: string }): void {
    const change = offer.change(username, values.day || null);
    const why = refusalFor(change, enquiries, username);
    setRefusal(why);
    if (why !== undefined) return;
    onClose();
    onRun(enquiries, change);
  }
  return (
    <DialogForm {...{ title, action, onClose }} lead={<Prose>{words}</Prose>} onSubmit={submit}>
      {day && <Field {...day} name="day" type="date" error={refusal} />}
    </DialogForm>
  );
}

/**
 * Handles the keys of the buttons for the enquiry that `current` returns. Returns the dialog to
 * show, if any.
 */
export function useChangeKeys(
  current: () => Changeable | undefined,
  isBusy: boolean,
  onRun: Run,
): ReactNode {
  const { username, may } = useSession();
  const [asked, setAsked] = useState<{ offer: Offer; enquiry: Changeable }>();
  const press = (offer: Offer) => () => {
    const enquiry = current();
    if (isBusy || !enquiry || !may('enquiry.change') || !offer.applies(enquiry, username)) return;
    if (offer.asks) setAsked({ offer, enquiry });
    else onRun([enquiry], offer.change(username, null));
  };
  useShortcuts(
    Object.fromEntries(offers.flatMap((offer) => (offer.key ? [[offer.key, press(offer)]] : []))),
  );
  return (
    asked && (
      <AskDialog
        offer={asked.offer}
        enquiries={[asked.enquiry]}
        onRun={onRun}
        onClose={() => setAsked(undefined)}
      />
    )
  );
}

/**
 * Asks the user to confirm the action named in a link from a staff notification. Opening the link
 * alone must change nothing.
 */
export function LinkedAction({ enquiry, onRun }: { enquiry: Changeable; onRun: Run }) {
  const { username, may } = useSession();
  const [parameters, setParameters] = useSearchParams();
  const name = parameters.get(linkedActionParameter);
  const offer = offers.find(({ link }) => link !== undefined && link === name);
  const isPossible = offer?.applies(enquiry, username) ?? false;
  const [wasPossible] = useState(isPossible);
  if (!offer || !may('enquiry.change')) return null;
  const change = offer.change(username, null);
  if (!isPossible) {
    return (
      <Message role="status">
        {refusalFor(change, [enquiry], username) ?? 'This has already been done.'}
      </Message>
    );
  }
  // The question belongs to the moment when the link was opened, not to a later change.
  if (!wasPossible) return null;
  return (
    <Confirm
      title={`${offer.label}?`}
      words="You followed a link in an email. Nothing has changed yet."
      action={offer.label}
      onConfirm={() => onRun([enquiry], change)}
      onClose={() => setParameters({}, { replace: true })}
    />
  );
}

/** A fixed width that fits the label, because long names in the options would widen the select. */
const Owners = styled(Select)`
  width: 7.75rem;
`;
