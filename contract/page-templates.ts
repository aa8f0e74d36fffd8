import { contactFieldNames, type ContactFieldName } from './contact-fields.ts';

const fieldSlots = contactFieldNames.flatMap((name) => [`${name}.value`, `${name}.error`] as const);

/**
 * The pages that the API sends to browsers without JavaScript, with the slots that it fills in. The
 * site's build renders them from the same components as its other pages.
 */
export const pageTemplates = {
  /** Confirms that an enquiry was accepted. */
  receipt: ['message', 'reference'],
  /** Refuses an enquiry. `typed` shows the form again; `invalid` says that fields have errors. */
  refusal: ['title', 'message', 'typed', 'invalid', 'token', ...fieldSlots],
  /** Reports another problem, such as an unknown URL. */
  notice: ['title', 'message'],
} as const;

export type TemplateName = keyof typeof pageTemplates;
export type TemplateSlot<Name extends TemplateName = TemplateName> =
  (typeof pageTemplates)[Name][number];

export const templateNames = Object.keys(pageTemplates) as TemplateName[];

/** A placeholder for a value, in text or in a quoted attribute. */
export function slot(name: TemplateSlot): string {
  return `{{fill:${name}}}`;
}

/** Elements whose content is shown only if a slot has a value (`if`) or has none (`unless`). */
export const conditions = { if: 'fill-if', unless: 'fill-unless' } as const;

/** Matches slots and conditions. Captures a slot's name, or a condition's kind and its slot. */
export const templateMarks =
  /\{\{fill:([\w.]+)\}\}|<(fill-if|fill-unless) slot="([\w.]+)">|<\/fill-(?:if|unless)>/g;

export function valueSlot(name: ContactFieldName) {
  return `${name}.value` as const;
}

export function errorSlot(name: ContactFieldName) {
  return `${name}.error` as const;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that is safe inside an element or a quoted attribute of HTML or XML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
