import { useState, type ComponentProps } from 'react';
import { styled } from 'styled-components';

import { VisuallyHidden } from '../../../design/layout.ts';
import { Button } from '../../controls/Button.tsx';
import { Confirm } from '../../controls/Dialog.tsx';
import { openByKey, Select } from '../../controls/Select.tsx';
import { useShortcuts } from '../../controls/shortcuts.ts';
import { useSession } from '../../shell/session.tsx';
import { useNames } from '../../shell/use-names.ts';
import { useOperation } from '../../shell/use-operation.ts';
import { actOf, applies, offersFor, type Act, type Question } from './changes.ts';
import type { EnquiryState } from './state.ts';

/** The keys that change enquiries, with their help. */
export const enquiryKeys = Object.fromEntries(
  offersFor('').flatMap(({ key, help, label }) => (key ? [[key, help ?? label]] : [])),
);

/** Handles the keys for the enquiry that `current` returns. */
export function useEnquiryKeys<Enquiry extends EnquiryState>(
  current: () => Enquiry | undefined,
  onAct: (act: Act, enquiry: Enquiry) => void,
): void {
  const { username, may } = useSession();
  const press = (act: Act) => () => {
    const enquiry = current();
    if (enquiry && applies(act, enquiry, username)) onAct(act, enquiry);
  };
  const offers = may('enquiry.change') ? offersFor(username) : [];
  useShortcuts(
    Object.fromEntries(offers.flatMap(({ key, act }) => (key ? [[key, press(act)]] : []))),
  );
}

interface OffersProps {
  /** A button is shown if its action would change any of these. */
  enquiries: readonly EnquiryState[];
  disabled: boolean;
  onAct: (act: Act) => void;
}

/** The actions for these enquiries, as buttons, and a select that assigns them. */
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
    .filter(({ act }) => isPossible(act))
    .map(({ label, asks, act }, index) => (
      <OfferButton
        key={label}
        {...{ label, asks, disabled }}
        $quiet={index > 0}
        onConfirm={() => onAct(act)}
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
  onConfirm: () => void;
}

/** A small button. Actions that cannot be undone ask for confirmation first. */
export function OfferButton({ label, asks, onConfirm, ...look }: OfferButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button $small {...look} onClick={() => (asks ? setIsAsking(true) : onConfirm())}>
        {label}
      </Button>
      {asks && isAsking && (
        <Confirm
          action={label}
          {...asks}
          $grave={look.$grave ?? false}
          onConfirm={onConfirm}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** As wide as its closed label, because long options must not widen it. */
const Owners = styled(Select)`
  width: 7.75rem;
`;
