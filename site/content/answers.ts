import { notSentStatuses } from '#contract/api.ts';
import {
  contactField,
  contactFieldNames,
  type ContactFieldName,
} from '#contract/contact-fields.ts';
import { answerWords, fieldWords } from '#contract/words.ts';
import { firm } from '#firm/firm.ts';

const { soon, within } = answerWords.accepted;

/** The page that a visitor without JavaScript sees after the form was accepted. */
export const sentPage = {
  title: 'We have received your enquiry',
  lead: firm.replyWithin ? within.replace('{time}', firm.replyWithin) : soon,
  reference:
    'Your reference is the last part of this page’s address, after the # sign. You will also find it in our confirmation email. Please quote it if you write to us or phone us about your enquiry.',
  back: { label: 'Back to the home page', href: '/' },
};

type NotSentCode = ContactFieldName | `${(typeof notSentStatuses)[number]}`;

const byStatus: Record<(typeof notSentStatuses)[number], string> = {
  400: 'The form arrived incomplete or damaged. Please send it again.',
  403: 'The form was sent from another website. Please use the form on our website.',
  413: `Your message is too long. It can have at most ${contactField('message').max} characters.`,
  415: 'The form arrived in a form that we cannot read. Please send it again from the form on our website.',
  429: 'We have received many messages from your network. Please wait ten minutes before you send it again.',
  500: 'Something went wrong on our side. Please try again in a minute.',
  503: 'We cannot accept messages at the moment. Please try again in a minute.',
};

/** The page after the form was refused. Its address ends in # and one of the codes. */
export const notSentPage = {
  title: 'Your message was not sent',
  lead: 'Use your browser’s Back button to return to the form: what you typed is still there.',
  reasons: [
    ...contactFieldNames.map((name) => ({ code: name, text: sentencesFor(name) })),
    ...notSentStatuses.map((status) => ({ code: `${status}`, text: byStatus[status] })),
  ] as { code: NotSentCode; text: string }[],
  otherWays: 'You can also phone us or write to us: our details are on this page.',
  back: { label: 'Back to the contact form', href: '/#contact' },
};

/** What the API can object to in a field that a browser has let through. */
function sentencesFor(name: ContactFieldName): string {
  const { missing, tooLong } = fieldWords[name];
  const sentences = new Set([missing, tooLong]);
  return `${contactField(name).label}: ${[...sentences].map((text) => `${text}.`).join(' ')}`;
}
