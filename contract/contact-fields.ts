import { emailAddress } from './email-address.ts';

/** All that anybody has to know of a field that visitors fill in. Free of the validator's code. */
export interface ContactField {
  /** What people read above the control, in the staff's mail and where staff read an enquiry. */
  label: string;
  /** Fields with the same heading are one to staff: first and last name are the name. */
  staffHeading?: string;
  /** Whether it may be left empty. */
  optional?: true;
  /** Whether line breaks belong into it. Then it gets a text area, and staff read it by itself. */
  multiline?: true;
  /** Lengths in UTF-16 code units, counted after trimming. */
  min: number;
  max: number;
  /** What the whole value must match, where a rule about control characters is not enough. */
  pattern?: RegExp;
  /** Says what is wrong, whatever that is; without it there is a sentence for each fault. */
  message?: string;
  /** What helps browsers to fill it in, by the names of React. */
  attributes: {
    type?: 'email' | 'tel';
    inputMode?: 'email' | 'tel';
    autoComplete?: string;
    autoCapitalize?: 'none';
    spellCheck?: boolean;
  };
  /** A value that is accepted, for tests and benches. */
  example: string;
}

/**
 * The fields of the contact form, in its order. Form, validation, storage, mail, search, commands,
 * exports, redaction and test data follow from here. Labels, minima and their messages are
 * requirements: docs/internals/requirements.md, Contact form.
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

/** The names of the fields in the order of the form. */
export const contactFieldNames = Object.keys(contactFields) as ContactFieldName[];

/** What is known of a field, in the one type that fits them all. */
export function contactField(name: ContactFieldName): ContactField {
  return contactFields[name];
}

// Soft hyphens, joiners and fillers, which no font draws, and two symbols that are drawn as blanks.
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\u{1D159}]/gu;

/** What people see of a text: nothing of one that has only blanks, whatever Unicode calls them. */
export function visiblePart(text: string): string {
  return text.replace(unseen, '').trim();
}

/** A form that may be half filled in. */
export type PartialContactForm = Partial<Record<ContactFieldName, string | undefined>>;

/** The names and values of the fields that are filled in, in the order of the form. */
export function filledIn(form: PartialContactForm): [ContactFieldName, string][] {
  return contactFieldNames.flatMap((name) => {
    const value = form[name] ?? '';
    return visiblePart(value) === '' ? [] : [[name, value]];
  });
}

/** The headings under which staff read the fields of one line, in the order of the form. */
export const staffHeadings = [
  ...new Set(contactFieldNames.filter((name) => !contactField(name).multiline).map(headingOf)),
];

/** The fields that staff read under a heading, in the order of the form. */
export function fieldsUnder(heading: string): ContactFieldName[] {
  return contactFieldNames.filter((name) => headingOf(name) === heading);
}

/** What staff read under a heading; empty if nothing was filled in there. */
export function underHeading(heading: string, form: PartialContactForm): string {
  const values = fieldsUnder(heading).map((name) => form[name] ?? '');
  return values.filter((value) => value.trim() !== '').join(' ');
}

function headingOf(name: ContactFieldName): string {
  const { label, staffHeading = label } = contactField(name);
  return staffHeading;
}
