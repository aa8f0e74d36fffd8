import { mailboxOf } from '../contract/email-counters.ts';
import { formSignalsHeader, writeFormSignals } from '../contract/form-signals.ts';
import { createNumberedEnquiry, type Enquiry } from './enquiry.ts';

export interface AimedPost {
  form: Enquiry;
  headers: Record<string, string>;
}

/**
 * Hostile posts that try to suppress other people's acknowledgements or flood a mailbox, and
 * genuine enquiries that must be acknowledged all the same.
 */
interface AimedAttack {
  hostile: AimedPost[];
  honest: AimedPost[];
}

const post = (network: string, email: string, number = 0, trapFilled = false): AimedPost => ({
  form: { ...createNumberedEnquiry(number), email },
  headers: {
    'X-Forwarded-For': network,
    [formSignalsHeader]: writeFormSignals({ trapFilled }),
  },
});
const many = (count: number, make: (number: number) => AimedPost) =>
  Array.from({ length: count }, (_, number) => make(number));

export const aimedAttacks: Record<string, AimedAttack> = {
  'trap-filled posts that name a mailbox': {
    hostile: many(40, (number) => post('10.9.0.1', `ceo+${number}@client.co.za`, number, true)),
    honest: many(5, (number) => post(`10.9.1.${number}`, 'ceo@client.co.za', number)),
  },
  'acknowledgements for one mailbox': {
    hostile: many(60, (number) =>
      post(`10.9.2.${number}`, `${number % 2 ? 'a' : 'a.'}b+${number}@gmail.com`, number),
    ),
    honest: many(10, (number) => post(`10.9.3.${number}`, `visitor-${number}@gmail.com`)),
  },
  'the same text sent first with the trap filled': {
    hostile: [post('10.9.4.1', 'anna@client.co.za', 0, true)],
    honest: [post('10.9.5.1', 'anna@client.co.za')],
  },
  'identical posts of one network': {
    hostile: many(60, () => post('10.9.6.1', 'ben@client.co.za')),
    honest: [post('10.9.7.1', 'ben@client.co.za')],
  },
};

/**
 * Counts the effects of an attack.
 *
 * @param recipients the recipients of all acknowledgements so far.
 */
export function judgeAcknowledgements({ hostile, honest }: AimedAttack, recipients: string[]) {
  const target = mailboxOf(hostile[0]?.form.email ?? '');
  return {
    /** Genuine enquiries that were not acknowledged. */
    missing: honest.filter(({ form }) => !recipients.includes(form.email)).length,
    /** Acknowledgements to the targeted mailbox. */
    received: recipients.filter((address) => mailboxOf(address) === target).length,
  };
}
