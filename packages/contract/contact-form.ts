import * as z from 'zod/mini';

import {
  contactField,
  contactFieldNames,
  readField,
  visiblePart,
  type ContactField,
  type ContactFieldName,
  type contactFields,
} from './contact-fields.ts';
import { fieldWords } from './words.ts';

// A line break in a single-line field has no legitimate use and allows email header injection.
const oneLine = /^[^\p{Cc}\u2028\u2029]*$/u;
// Half a surrogate pair has no UTF-8 form, so a different character would be stored.
const wholeCharacters = /^\P{Cs}*$/u;
const severalLines = /^[\P{Cc}\t\n\r]*$/u;

function schemaOf(name: ContactFieldName) {
  const field: ContactField = contactField(name);
  const { min, max, multiline, pattern = multiline ? severalLines : oneLine } = field;
  const { missing, tooLong, unstorable, malformed } = fieldWords[name];
  const text = z.string(missing).check(
    z.overwrite((typed) => readField(name, typed)),
    z.refine((value) => visiblePart(value).length >= min, missing),
    z.maxLength(max, tooLong),
    z.regex(wholeCharacters, unstorable),
    z.regex(pattern, malformed),
  );
  return field.optional ? z.optional(text) : text;
}

type FieldSchema<Name extends ContactFieldName> = (typeof contactFields)[Name] extends {
  optional: true;
}
  ? z.ZodMiniOptional<z.ZodMiniString<string>>
  : z.ZodMiniString<string>;

/** Values are trimmed; minimum lengths count visible characters; optional fields may be missing. */
export const contactFormSchema = z.object(
  Object.fromEntries(contactFieldNames.map((name) => [name, schemaOf(name)])) as {
    [Name in ContactFieldName]: FieldSchema<Name>;
  },
);

export type ContactForm = z.infer<typeof contactFormSchema>;

export type ContactFormErrors = Partial<Record<ContactFieldName, string>>;

/** Reduces a parse error to the first message for each invalid field, in form order. */
export function firstErrorByField(error: z.core.$ZodError): ContactFormErrors {
  const errors: ContactFormErrors = {};
  for (const name of contactFieldNames) {
    const issue = error.issues.find(({ path }) => path[0] === name);
    if (issue) errors[name] = issue.message;
  }
  return errors;
}
