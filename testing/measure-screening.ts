import { screenEnquiry } from '../api/screening/screen-enquiry.ts';
import { readExamples } from './read-examples.ts';

const sets = {
  'used to set the weights': {
    honest: ['honest', 'held-out-honest', 'own-honest'],
    spam: ['spam', 'held-out-spam', 'own-spam'],
  },
  'used only to test them': { honest: ['kept-back-honest'], spam: ['kept-back-spam'] },
};

/** Honest sentences that a spammer could append to each message. */
const honestTails = [
  'Our members meet on Monday.',
  'Could you please send us a quotation? We have 220 members, our AGM is on 14 June and the treasurer needs the invoice for the membership fees.',
  'Ons vereniging se lede vergader op 5 Mei. Stuur asb. die notule van die jaarvergadering.',
  'We are a guild of 400 members and need a secretariat from 1 July. How much is the monthly fee? Please call me back on 082 555 0101 before the committee meeting on Thursday.',
];

export interface ScreeningResult {
  name: string;
  honest: { all: number; held: number };
  /** `held` of `all` are quarantined as they are, `tailed` with the tail that hides the most. */
  spam: { all: number; held: number; tailed: number };
}

/** Screens all examples, honest ones as if sent without JavaScript, which counts against them. */
export function measureScreening(): ScreeningResult[] {
  return Object.entries(sets).map(([name, { honest, spam }]) => {
    const [wishes = [], offers = []] = [honest, spam].map((files) =>
      files.flatMap((file) => readExamples(`screening/${file}`)),
    );
    const isHeld = (example: (typeof offers)[number], tail = '') => {
      const { form, signals } = example;
      const message = tail ? `${form.message} ${tail}` : form.message;
      return screenEnquiry({ ...form, message }, signals).quarantined;
    };
    const signals = { trapFilled: false, token: 'no-token' as const };
    const held = wishes.filter((example) => isHeld({ ...example, signals }));
    const tailed = honestTails.map((tail) => offers.filter((each) => isHeld(each, tail)).length);
    return {
      name,
      honest: { all: wishes.length, held: held.length },
      spam: {
        all: offers.length,
        held: offers.filter((each) => isHeld(each)).length,
        tailed: Math.min(...tailed),
      },
    };
  });
}
