import type { LegalDocument } from '../content/legal-document.ts';
import { printedSection, type PrintedDocument } from './printed-document.ts';

/** Cites every clause by its number and every item by its letter, as the page does. */
export function printTerms({ sections, ...terms }: LegalDocument): PrintedDocument {
  return {
    ...terms,
    sections: sections.map(({ id, letter, title, clauses }) =>
      printedSection({
        id,
        marker: letter,
        title,
        paragraphs: clauses.map(({ number, text, items }) => ({
          label: number,
          text,
          items: items.map((item, index) => ({ label: `(${letterAt(index)})`, text: item })),
        })),
      }),
    ),
  };
}

function letterAt(index: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + index);
}
