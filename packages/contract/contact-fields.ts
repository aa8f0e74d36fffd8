import { emailAddress, readEmailAddress, visiblePart } from './email-address.ts';

export { emailAddress, visiblePart } from './email-address.ts';

/** Describes a form field, without importing the validator. */
export interface ContactField {
  label: string;
  /** Fields with the same heading are shown to staff as one, such as first and last name. */
  staffHeading?: string;
  optional?: true;
  /** Whether it may have line breaks. If so, it is a text area, and staff see it as a block. */
  multiline?: true;
  /** Lengths in UTF-16 code units, counted after trimming. */
  min: number;
  max: number;
  /** A pattern for the whole value, if checking for control characters is not enough. */
  pattern?: RegExp;
  /** What is stored for a typed text; by default, it is trimmed. */
  read?: (typed: string) => string;
  /** One message for every error in this field. */
  message?: string;
  /** Attributes that help browsers fill it in, under their React names. */
  attributes: {
    type?: 'email' | 'tel';
    inputMode?: 'email' | 'tel';
    autoComplete?: string;
    autoCapitalize?: 'none';
    spellCheck?: boolean;
  };
  /** A valid value, for tests and benchmarks. */
  example: string;
}

/**
 * The fields of the contact form, in form order. The form, validation, storage, emails, search,
 * commands, exports, redaction and test data are derived from this table. Labels, minimum lengths
 * and their messages are requirements: docs/internals/requirements.md, Contact form.
 */
export const contactFields = {
  firstName: {
    label: 'First Name',
    staffHeading: 'Name',
    min: 1,
    max: 100,
    attributes: { autoComplete: 'given-name' },
    example: 'Thandiwe',
  },
  lastName: {
    label: 'Last Name',
    staffHeading: 'Name',
    min: 1,
    max: 100,
    attributes: { autoComplete: 'family-name' },
    example: 'Nkosi',
  },
  email: {
    label: 'Email',
    min: 1,
    max: 254,
    pattern: emailAddress,
    read: readEmailAddress,
    message: 'Please enter a valid email address',
    attributes: {
      type: 'email',
      inputMode: 'email',
      autoComplete: 'email',
      autoCapitalize: 'none',
      spellCheck: false,
    },
    example: 'thandiwe@example.org',
  },
  organisation: {
    label: 'Organisation',
    min: 1,
    max: 200,
    attributes: { autoComplete: 'organization' },
    example: 'Guild of Surveyors',
  },
  message: {
    label: 'Message',
    multiline: true,
    min: 10,
    max: 5000,
    attributes: {},
    example: 'We need a secretariat.',
  },
} as const satisfies Record<string, ContactField>;

export type ContactFieldName = keyof typeof contactFields;

export const contactFieldNames = Object.keys(contactFields) as ContactFieldName[];

export function contactField(name: ContactFieldName): ContactField {
  return contactFields[name];
}

/** What is stored for the text typed into a field. */
export function readField(name: ContactFieldName, typed: string): string {
  return contactField(name).read?.(typed) ?? typed.trim();
}

export type PartialContactForm = Partial<Record<ContactFieldName, string | undefined>>;

/** The names and values of the fields that are filled in, in form order. */
export function filledIn(form: PartialContactForm): [ContactFieldName, string][] {
  return contactFieldNames.flatMap((name) => {
    const text = form[name] ?? '';
    return visiblePart(text) === '' ? [] : [[name, text]];
  });
}

export function withoutEmptyFields<Form extends PartialContactForm>(form: Form): Form {
  const shown = new Map(filledIn(form));
  const kept = contactFieldNames.filter((name) => !contactField(name).optional || shown.has(name));
  return Object.fromEntries(kept.map((name) => [name, form[name]])) as Form;
}

export const staffHeadings = [
  ...new Set(contactFieldNames.filter((name) => !contactField(name).multiline).map(headingOf)),
];

export function fieldsUnder(heading: string): ContactFieldName[] {
  return contactFieldNames.filter((name) => headingOf(name) === heading);
}

/** The text that staff see under a heading; empty if none of its fields was filled in. */
export function underHeading(heading: string, form: PartialContactForm): string {
  const values = fieldsUnder(heading).map((name) => form[name] ?? '');
  return values.filter((value) => value.trim() !== '').join(' ');
}

function headingOf(name: ContactFieldName): string {
  const { label, staffHeading = label } = contactField(name);
  return staffHeading;
}
