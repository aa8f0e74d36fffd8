import * as z from 'zod/mini';

import { emailAddress } from './email-address.ts';

/** Lengths in UTF-16 code units, counted after trimming. Minima: specification, section 9. */
export const contactLimits = {
  firstName: { min: 1, max: 100 },
  lastName: { min: 1, max: 100 },
  email: { min: 1, max: 254 },
  organisation: { min: 1, max: 200 },
  message: { min: 10, max: 5000 },
} as const;

/** The fields that a visitor fills in, in the order in which the form shows them. */
export const contactFieldNames = [
  'firstName',
  'lastName',
  'email',
  'organisation',
  'message',
] as const;

export type ContactFieldName = (typeof contactFieldNames)[number];

export const contactFieldLabels: Record<ContactFieldName, string> = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  organisation: 'Organisation',
  message: 'Message',
};

// A line break in a one-line field has no honest use and is how mail headers are forged.
const noControlCharacters = /^[^\p{Cc}\u2028\u2029]*$/u;
// Line breaks and tabs are part of a message; the other control characters are not text.
const noControlCharactersButBreaks = /^(?:[^\p{Cc}]|[\t\n\r])*$/u;

function oneLine(label: string, field: 'firstName' | 'lastName' | 'organisation') {
  const { min, max } = contactLimits[field];
  return z
    .string(`${label} is required`)
    .check(
      z.trim(),
      z.minLength(min, `${label} is required`),
      z.maxLength(max, `${label} must be at most ${max} characters long`),
      z.regex(noControlCharacters, `${label} must be a single line of text`),
    );
}

const emailMessage = 'Please enter a valid email address';
const messageMessage = `Message must be at least ${contactLimits.message.min} characters long`;

/**
 * What a visitor may send, used alike by the form and by the API. Values are trimmed.
 * The messages of the minima are the specification's (section 5), word for word.
 */
export const contactFormSchema = z.object({
  firstName: oneLine('First name', 'firstName'),
  lastName: oneLine('Last name', 'lastName'),
  email: z
    .string(emailMessage)
    .check(
      z.trim(),
      z.maxLength(contactLimits.email.max, emailMessage),
      z.regex(emailAddress, emailMessage),
    ),
  organisation: oneLine('Organisation', 'organisation'),
  message: z
    .string(messageMessage)
    .check(
      z.trim(),
      z.minLength(contactLimits.message.min, messageMessage),
      z.maxLength(
        contactLimits.message.max,
        `Message must be at most ${contactLimits.message.max} characters long`,
      ),
      z.regex(noControlCharactersButBreaks, 'Message must be plain text'),
    ),
});

export type ContactForm = z.infer<typeof contactFormSchema>;

/** The first message for each field that failed, in the order of the form. */
export type ContactFormErrors = Partial<Record<ContactFieldName, string>>;

/** Reduces the issues of a failed parse to one message for each field. */
export function firstErrorByField(error: z.core.$ZodError): ContactFormErrors {
  const errors: ContactFormErrors = {};
  for (const name of contactFieldNames) {
    const issue = error.issues.find(({ path }) => path[0] === name);
    if (issue) errors[name] = issue.message;
  }
  return errors;
}
