import { useState, type ReactNode } from 'react';

import { Button } from '../../controls/Button.tsx';
import { Confirm } from '../../controls/Dialog.tsx';
import { useSession } from '../../shell/session.tsx';
import { applies, offersFor, type Act, type OfferedAct } from './changes.ts';
import type { EnquiryState } from './state.ts';

/** The keys that change enquiries, with their help. */
export const enquiryKeys = Object.fromEntries(
  offersFor('').flatMap(({ key, help, label }) => (key ? [[key, help ?? label]] : [])),
);

interface OffersProps {
  /** A button is shown if its action would change any of these. */
  enquiries: readonly EnquiryState[];
  disabled: boolean;
  onAct: (act: Act) => void;
  /** Shown after the first button. */
  children?: ReactNode;
}

/**
 * The actions for these enquiries, as buttons. Actions that cannot be undone ask for confirmation.
 */
export function Offers({ enquiries, disabled, onAct, children }: OffersProps) {
  const { username, may } = useSession();
  const [asked, setAsked] = useState<OfferedAct>();
  if (!may('enquiry.change')) return null;
  const offers = offersFor(username).filter(({ act }) =>
    enquiries.some((enquiry) => applies(act, enquiry, username)),
  );
  const buttons = offers.map((offer, index) => (
    <Button
      key={offer.label}
      $small
      $quiet={index > 0}
      disabled={disabled}
      onClick={() => (offer.asks ? setAsked(offer) : onAct(offer.act))}
    >
      {offer.label}
    </Button>
  ));
  return (
    <>
      {buttons.slice(0, 1)}
      {children}
      {buttons.slice(1)}
      {asked?.asks && (
        <Confirm
          {...asked.asks}
          action={asked.label}
          onConfirm={() => onAct(asked.act)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
