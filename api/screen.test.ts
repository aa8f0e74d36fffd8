import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { FormSignals } from '#contract/form-signals.ts';
import { createEnquiry, type Enquiry } from '#support/enquiry.ts';
import { screen } from './screen.ts';

const timed: FormSignals = { trapFilled: false, elapsed: 45_000 };
const untimed: FormSignals = { trapFilled: false };

const verdictOf = (form: Partial<Enquiry>, signals = timed) =>
  screen(createEnquiry(form), signals).verdict;

/** Enquiries that word lists once hid. */
const onceHidden = [
  'Are you taking on new clients? We are a professional body of 150 members.',
  'We need a back office and secretariat service for our guild of 80 members. Can we meet?',
  'Our virtual assistant has resigned and the council wants a proper office. What do you charge?',
  'Can you manage our call for papers and the conference registration in May?',
  'Do you handle bulk SMS and newsletters to members? We have 1,200.',
  'We are an association of digital marketers and need a secretariat for our 300 members.',
  'Our society for sexual health is looking for help with its annual conference and its accounts.',
  'The button on your page is broken, it says <a href="/join"> instead of a link. Can we still join?',
];

/** Enquiries of bodies whose trade sounds like spam, and of people who write unlike others. */
const honest = [
  'The Lottery Operators’ Association needs minutes taken at six meetings a year.',
  'Our society of urologists has 210 members and would like help with subscriptions.',
  'We represent payday lenders. Our council asks for a quotation for secretariat services.',
  'A guild of web designers here: who could keep our membership records up to date?',
  'The Escrow Agents’ Forum would like somebody to run its annual general meeting in March.',
  'Cannabis growers of the Eastern Cape are founding an association. What would a year cost?',
  'We are debt collectors with a code of conduct, and need somebody to handle complaints.',
  'Our federation of estate agents wants to move its bookkeeping to an outside office.',
  'Insurance brokers in Gqeberha: do you also run training events with points?',
  'The Casual Dining Association is looking for a part-time secretary from July.',
  'Hypnotherapists are often laughed at, but our register must be kept properly. Can you help?',
  'PLEASE CALL ME BACK ABOUT OUR CONFERENCE. MY CAPS LOCK KEY IS STUCK. MRS DU TOIT',
  'Goeie dag. Ons vereniging van wolkwekers soek ’n sekretariaat vir 90 lede.',
  'Sawubona. Sidinga usizo lokuphatha amalungu enhlangano yethu kanye nemihlangano.',
  'Bonjour, notre chambre de commerce à Johannesburg cherche un secrétariat pour 2027.',
  'Our constitution is at https://www.guild.example/constitution.pdf. Could you read it before we talk about the work?',
  'Could you match R4 500 a month? That is what our present office charges us.',
  'I resigned as treasurer. To whom do I hand the books, the stamps and the bank tokens?',
  'Hello',
  'You wrote to our chairman at chair@guild.example.org.za last week, and he has retired.',
];

const junk = [
  'We offer SEO that brings you to the first page of google, guaranteed.',
  'Buy quality backlinks today https://links.example.com best price',
  'Best casino bonus for you https://lucky.example/ click here',
  'Double your bitcoin in 24 hours, 100% free, reply YES',
  'I came across your website and we can boost your sales for only $99.',
  'Visit https://a.example https://b.example https://c.example https://d.example',
  '<a href="https://pills.example">cheap pills</a>',
  '[url=https://pills.example]cheap pills[/url]',
  'https://short.example/xyz',
  'Hi https://short.example/xyz look',
  'Are you interested in buying guest posts on our network of blogs?',
  'Viagra and cialis without a prescription',
  'Our company offers web traffic to your site, special offer this week',
  'Passive income with our crypto robot. Act now!',
  'Unsecured business loan offer from 2%, no obligation',
  'Мы продаём рекламу в интернете, цена 50 $ за месяц',
  'I can help you rank higher: discount of 50 % this month',
];

it.each(honest)('is clean if timed: %s', (message) => {
  expect(verdictOf({ message })).toBe('clean');
});

it.each(junk)('marks: %s', (message) => {
  expect(verdictOf({ message })).toBe('marked');
});

it.each([
  { firstName: 'Max', lastName: 'max' },
  { firstName: 'xKfTqPwLzR' },
  { lastName: 'www.junk.example.com' },
  { organisation: 'Growth Partners', message: 'growth partners' },
])('marks the names of %o', (form) => {
  expect(verdictOf(form)).toBe('marked');
});

it.each([...onceHidden, ...honest])('never hides, sent by any program: %s', (message) => {
  expect(verdictOf({ message }, untimed)).not.toBe('hidden');
});

it('marks nothing only because it has no time, as without JavaScript, or was sent fast', () => {
  expect(verdictOf({}, untimed)).toBe('clean');
  expect(verdictOf({}, { trapFilled: false, elapsed: 900 })).toBe('clean');
});

it('hides a filled-in hidden field only together with no time or under three seconds', () => {
  const trapFilled = true;
  expect(verdictOf({}, { trapFilled })).toBe('hidden');
  expect(verdictOf({}, { trapFilled, elapsed: 2_999 })).toBe('hidden');
  // A password manager may fill it in for a person, who types the rest.
  expect(verdictOf({}, { trapFilled, elapsed: 20_000 })).toBe('marked');
});

const fragments = fc.constantFrom(
  ...[...onceHidden, ...honest, ...junk].flatMap((text) => text.split(/(?<=[.!?]) /)),
  '<a href="https://spam.example">x</a>',
  '[url=x]',
);
const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
  fc.array(fragments, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(' ')),
);
const form = fc.record({
  firstName: text,
  lastName: text,
  email: fc.emailAddress(),
  organisation: text,
  message: text,
});
const signals = fc.record({
  trapFilled: fc.constant(false),
  elapsed: fc.option(fc.nat(), { nil: undefined }),
});

it('hides no text alone, whatever it says and however it was sent', () => {
  fc.assert(
    fc.property(form, signals, (typed, how) => {
      const { verdict, reasons } = screen(typed, how);
      expect(verdict).not.toBe('hidden');
      expect(verdict === 'marked' ? reasons : ['']).not.toEqual([]);
    }),
    { numRuns: 500 },
  );
});

it('hides what the block list matches', () => {
  const reason = 'contains the blocked phrase “guest post”';
  const { verdict, reasons } = screen(createEnquiry(), timed, [reason]);
  expect(verdict).toBe('hidden');
  expect(reasons).toContain(reason);
});
