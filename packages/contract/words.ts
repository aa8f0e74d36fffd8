import {
  contactField,
  contactFieldNames,
  type ContactField,
  type ContactFieldName,
} from './contact-fields.ts';

type FieldWords = Record<ContactFieldName, { label: string } & FieldMessages>;
type FieldMessages = Record<'missing' | 'tooLong' | 'unstorable' | 'malformed', string>;

function messagesOf({ label, message, min, max, multiline }: ContactField): FieldMessages {
  if (message) {
    return { missing: message, tooLong: message, unstorable: message, malformed: message };
  }
  const subject = label.charAt(0) + label.slice(1).toLowerCase();
  return {
    missing:
      min > 1 ? `${subject} must be at least ${min} characters long` : `${subject} is required`,
    tooLong: `${subject} must be at most ${max} characters long`,
    unstorable: `${subject} contains a character we cannot store. Please remove it`,
    malformed: `${subject} must be ${multiline ? 'plain text' : 'a single line of text'}`,
  };
}

export const fieldWords = Object.fromEntries(
  contactFieldNames.map((name) => {
    const field = contactField(name);
    return [name, { label: field.label, ...messagesOf(field) }];
  }),
) as FieldWords;

export const answerWords = {
  /** What happens next, depending on whether a reply time is promised. */
  accepted: {
    soon: 'Thank you for getting in touch. A member of our team will read your message and reply by email.',
    within:
      'Thank you for getting in touch. A member of our team will read your message and reply by email within {time}. If you hear nothing by then, please phone us.',
  },
};
