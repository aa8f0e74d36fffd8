import { useState, type ComponentProps, type ReactNode } from 'react';
import { styled } from 'styled-components';

import { VisuallyHidden } from '../../../design/layout.ts';
import { Button } from '../../controls/Button.tsx';
import { openByKey, Select } from '../../controls/Select.tsx';
import { useShortcuts } from '../../controls/shortcuts.ts';
import { useSession } from '../../shell/session.tsx';
import { useNames } from '../../shell/use-names.ts';
import { useOperation } from '../../shell/use-operation.ts';
import { AskDialog } from './AskDialog.tsx';
import {
  actOf,
  applies,
  isOffered,
  offersFor,
  refusalFor,
  type Act,
  type OfferedAct,
} from './acts.ts';
import type { Question } from './define-change.ts';
import type { EnquiryState } from './state.ts';

/** The keyboard shortcuts that change enquiries, each with the label that the help shows. */
export const enquiryKeys = Object.fromEntries(
  offersFor('').flatMap(({ key, label }) => (key ? [[key, label]] : [])),
);

/**
 * Handles the keyboard shortcuts for the enquiry that `current` returns. Returns the dialog to show
 * if the chosen action has to be confirmed or needs a day; otherwise null.
 */
export function useEnquiryKeys<Enquiry extends EnquiryState>(
  current: () => Enquiry | undefined,
  onAct: (act: Act, enquiry: Enquiry) => void,
): ReactNode {
  const { username, may } = useSession();
  const [asked, setAsked] = useState<{ offer: OfferedAct; enquiry: Enquiry }>();
  const press = (offer: OfferedAct) => () => {
    const enquiry = current();
    if (!enquiry || !isOffered(offer, enquiry, username)) return;
    if (offer.asks) setAsked({ offer, enquiry });
    else onAct(offer.act, enquiry);
  };
  const offers = may('enquiry.change') ? offersFor(username) : [];
  useShortcuts(
    Object.fromEntries(offers.flatMap((offer) => (offer.key ? [[offer.key, press(offer)]] : []))),
  );
  if (!asked?.offer.asks) return null;
  const { offer, enquiry } = asked;
  return (
    <AskDialog
      question={{ action: offer.label, ...asked.offer.asks }}
      refusalOf={(day) => refusalFor(offer.actOn(day), [enquiry], username)}
      onConfirm={(day) => onAct(offer.actOn(day), enquiry)}
      onClose={() => setAsked(undefined)}
    />
  );
}

interface OffersProps {
  /** An action is shown if it can be offered for at least one of these enquiries. */
  enquiries: readonly EnquiryState[];
  disabled: boolean;
  onAct: (act: Act) => void;
}

/** Shows the actions for these enquiries as buttons, and a select that assigns the enquiries. */
export function Offers({ enquiries, disabled, onAct }: OffersProps) {
  const { username, may } = useSession();
  const { data: colleagues } = useOperation('enquiry.colleagues');
  const nameOf = useNames();
  if (!may('enquiry.change')) return null;
  const assign = (owner: string | null) => actOf('enquiry.assign', { owner });
  const isPossible = (act: Act) => enquiries.some((enquiry) => applies(act, enquiry, username));
  const owners = (colleagues?.usernames ?? []).filter((owner) => isPossible(assign(owner)));
  const isAssigned = isPossible(assign(null));
  const [first, ...others] = offersFor(username)
    .filter((offer) => enquiries.some((enquiry) => isOffered(offer, enquiry, username)))
    .map(({ label, plural, asks, actOn }, index) => (
      <OfferButton
        key={label}
        label={(enquiries.length > 1 && plural) || label}
        {...{ asks, disabled }}
        $quiet={index > 0}
        refusalOf={(day) => refusalFor(actOn(day), enquiries, username)}
        onConfirm={(day) => onAct(actOn(day))}
      />
    ));
  return (
    <>
      {first}
      {(owners.length > 0 || isAssigned) && (
        <label>
          <VisuallyHidden>Assign to</VisuallyHidden>
          <Owners
            value=""
            disabled={disabled}
            onKeyDown={openByKey}
            onChange={({ target }) => onAct(assign(target.value === '-' ? null : target.value))}
          >
            <option value="" disabled>
              Assign to …
            </option>
            {owners.map((owner) => (
              <option key={owner} value={owner}>
                {nameOf(owner)}
                {owner === username && ' (you)'}
              </option>
            ))}
            {isAssigned && <option value="-">Unassign</option>}
          </Owners>
        </label>
      )}
      {others}
    </>
  );
}

interface OfferButtonProps extends ComponentProps<typeof Button> {
  label: string;
  asks?: Question | undefined;
  refusalOf?: (day: string | null) => string | undefined;
  onConfirm: (day: string | null) => void;
}

/** A small button for an action. If `asks` is given, a dialog asks the user first. */
export function OfferButton({ label, asks, refusalOf, onConfirm, ...look }: OfferButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        $small
        {...look}
        onClick={({ nativeEvent }) => {
          if (isSecondClick(nativeEvent)) return;
          if (asks) setIsAsking(true);
          else onConfirm(null);
        }}
      >
        {label}
      </Button>
      {asks && isAsking && (
        <AskDialog
          question={{ action: label, ...asks }}
          $grave={look.$grave ?? false}
          refusalOf={refusalOf}
          onConfirm={onConfirm}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

let lastClick = { timeStamp: -Infinity, x: 0, y: 0 };

/**
 * Whether this is the second click of a double click. Such a click is ignored, because the first
 * click may have moved another button under the pointer. Clicks by keyboard, for which `detail` is
 * 0, are never ignored.
 */
function isSecondClick({ detail, timeStamp, x, y }: MouseEvent): boolean {
  const { timeStamp: before, ...place } = lastClick;
  lastClick = { timeStamp, x, y };
  return detail > 0 && timeStamp - before < 400 && Math.hypot(x - place.x, y - place.y) < 8;
}

/** A fixed width that fits the label, because long names in the options would widen the select. */
const Owners = styled(Select)`
  width: 7.75rem;
`;
