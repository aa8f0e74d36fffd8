import { contactField, filledIn, type PartialContactForm } from './contact-fields.ts';
import { fullTime } from './time.ts';

type Enquiry = PartialContactForm & { reference: string };

/** The fields of templates, each with its value for an enquiry. */
export const templateFields: Record<string, (enquiry: Enquiry) => string> = {
  'first name': ({ firstName = '' }) => firstName,
  reference: ({ reference }) => reference,
};

const inBraces = /\{([^{}]*)\}/g;

const isField = (name: string) => Object.hasOwn(templateFields, name);

/** The first text in braces that is not a field; undefined if all are. */
export function unknownField(template: string): string | undefined {
  const names = Array.from(template.matchAll(inBraces), ([, name = '']) => name);
  return names.find((name) => !isField(name));
}

/** A template with the values of an enquiry. */
export function fillTemplate(template: string, enquiry: Enquiry): string {
  return template.replace(inBraces, (field, name: string) => {
    return (isField(name) && templateFields[name]?.(enquiry)) || field;
  });
}

/** The beginning of a reply without a template. */
export function greetingTo({ firstName = '' }: PartialContactForm): string {
  return `Dear ${firstName},\n\n`;
}

/** The line above a quoted enquiry. */
export function quoteLead(createdAt: Date | string): string {
  return `On ${fullTime(createdAt)} you wrote:`;
}

/** The texts of an enquiry that a reply quotes. */
export function quotesOf(form: PartialContactForm): string[] {
  return filledIn(form)
    .filter(([name]) => contactField(name).multiline)
    .map(([, text]) => text);
}

/** Quoted as in plain email. */
export function quoted(text: string): string {
  return text.replace(/^/gm, '> ');
}
