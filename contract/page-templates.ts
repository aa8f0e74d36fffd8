import { contactFieldNames, type ContactFieldName } from './contact-fields.ts';

const fieldSlots = contactFieldNames.flatMap((name) => [`${name}.value`, `${name}.error`] as const);

/**
 * The pages that the API answers browsers with, and what it fills into each. The site's build makes
 * them with these slots, from the same parts as its other pages.
 */
export const pageTemplates = {
  /** That an enquiry has been taken. */
  receipt: ['message', 'reference'],
  /** That a form was not: `typed` if it can be shown again, `invalid` if fields are wrong. */
  refusal: ['title', 'message', 'typed', 'invalid', 'token', ...fieldSlots],
  /** That an address has nothing for a browser. */
  notice: ['title', 'message'],
} as const;

export type TemplateName = keyof typeof pageTemplates;
export type TemplateSlot<Name extends TemplateName = TemplateName> =
  (typeof pageTemplates)[Name][number];

export const templateNames = Object.keys(pageTemplates) as TemplateName[];

/** Where a value goes, in text or in a quoted attribute. */
export function slot(name: TemplateSlot): string {
  return `{{fill:${name}}}`;
}

/** The elements around what is shown only if a slot has a value, or only if it has none. */
export const conditions = { if: 'fill-if', unless: 'fill-unless' } as const;

/** Slots and conditions in a template: captures a slot's name, or else a condition and its slot's. */
export const templateMarks =
  /\{\{fill:([\w.]+)\}\}|<(fill-if|fill-unless) slot="([\w.]+)">|<\/fill-(?:if|unless)>/g;

/** The slots of a field of the form. */
export function valueSlot(name: ContactFieldName) {
  return `${name}.value` as const;
}

export function errorSlot(name: ContactFieldName) {
  return `${name}.error` as const;
}
