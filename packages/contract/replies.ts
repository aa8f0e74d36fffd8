import type { PartialContactForm } from './contact-fields.ts';

type Enquiry = PartialContactForm & { reference: string };

/** The fields that a template can have, each with its value for an enquiry. Case is ignored. */
const templateFields: Record<string, (enquiry: Enquiry) => string> = {
  'first name': ({ firstName = '' }) => upright(firstName),
  reference: ({ reference }) => reference,
};

export const fieldsInBraces = Object.keys(templateFields)
  .map((name) => `{${name}}`)
  .join(' and ');

const inBraces = /\{([^{}]*)\}/g;

function fieldOf(typed: string) {
  const name = typed.trim().toLowerCase();
  return Object.hasOwn(templateFields, name) ? templateFields[name] : undefined;
}

/** Finds the first text in braces that is not a field. Undefined if there is none. */
export function unknownField(template: string): string | undefined {
  const names = Array.from(template.matchAll(inBraces), ([, name = '']) => name);
  return names.find((name) => !fieldOf(name));
}

/** Fills in a template for an enquiry. A field that is unknown or empty stays in its braces. */
export function fillTemplate(template: string, enquiry: Enquiry): string {
  return template.replace(inBraces, (field, name: string) => fieldOf(name)?.(enquiry) || field);
}

export function greetingTo({ firstName = '' }: PartialContactForm): string {
  return `Dear ${upright(firstName)},\n\n`;
}

/** A name without marks that would turn the direction of the words after it. */
function upright(name: string): string {
  return name.replace(/[\u202A-\u202E\u2066-\u2069]/g, '');
}
