import type { NameOf } from '../../shell/use-names.ts';
import { changeNames, changes, type ChangeName } from './changes.ts';
import type { ChangeDefinition, Offer, Patch, Shape } from './define-change.ts';
import { isSame, stateOf, type EnquiryState } from './state.ts';

type Given<Name extends ChangeName> = Parameters<(typeof changes)[Name]['change']>[1];

/** A change together with its input, ready to be applied to any enquiry that allows it. */
export interface Act {
  name: ChangeName;
  input: object;
  change: (before: EnquiryState, you: string) => Patch | string;
  done: (what: string, nameOf: NameOf) => string;
}

export function actOf<Name extends ChangeName>(name: Name, input: Given<Name>): Act {
  const { change, done } = changes[name] as unknown as ChangeDefinition<Shape>;
  return {
    name,
    input,
    change: (before, you) => change(before, input, you),
    done: (what, nameOf) => done(what, input, nameOf),
  };
}

export interface OfferedAct extends Omit<Offer<never>, 'with'> {
  act: Act;
  /** Returns the change with the day that the user has chosen. */
  actOn: (day: string | null) => Act;
}

/** Lists every button and key that the given member of staff can use to change enquiries. */
export function offersFor(you: string): OfferedAct[] {
  return changeNames.flatMap((name) => {
    const { offers } = changes[name] as unknown as ChangeDefinition<Record<string, never>>;
    return (offers?.(you) ?? []).map(({ with: input, ...offer }) => ({
      ...offer,
      act: actOf(name, input as never),
      actOn: (day) =>
        actOf(name, { ...input, ...(offer.asks?.day && { [offer.asks.day.input]: day }) } as never),
    }));
  });
}

/** Whether an action is possible for an enquiry and would change it. */
export function applies({ change }: Act, enquiry: EnquiryState, you: string): boolean {
  const before = stateOf(enquiry);
  const patch = change(before, you);
  if (typeof patch === 'string') return false;
  return Object.entries(patch).some(([name, value]) => !isSame(before[name as 'state'], value));
}
