import { contactField, filledIn, type PartialContactForm } from './contact-fields.ts';
import { fullTime } from './time.ts';

export function quoteLead(createdAt: Date | string): string {
  return `On ${fullTime(createdAt)} you wrote:`;
}

/** The parts of an enquiry that a reply quotes: the multi-line fields that are filled in. */
export function quotesOf(form: PartialContactForm): string[] {
  return filledIn(form)
    .filter(([name]) => contactField(name).multiline)
    .map(([, text]) => text);
}

export function quoted(text: string): string {
  return text.replace(/^/gm, '> ');
}
