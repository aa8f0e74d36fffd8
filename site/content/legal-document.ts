export interface Paragraph {
  text: string;
  /** The list that the text opens; empty for most paragraphs. */
  items: string[];
}

/** A section as its author writes it, before letters and numbers. */
export interface SectionDraft {
  /** The anchor of the section on its page. */
  id: string;
  title: string;
  clauses: (string | Paragraph)[];
}

/** A paragraph that is cited by its number, such as A.1, and its items as (a), (b), (c). */
export interface Clause extends Paragraph {
  number: string;
}

export interface LegalSection {
  letter: string;
  id: string;
  title: string;
  clauses: Clause[];
}

export interface Download {
  label: string;
  href: string;
}

export interface LegalDocument {
  title: string;
  introduction: string[];
  download: Download;
  sections: LegalSection[];
  lastUpdated: string;
}

export const LAST_UPDATED = 'Last updated: June 2024';

/** Letters the sections from A and numbers their clauses, so that citations follow the order. */
export function letterSections(drafts: SectionDraft[]): LegalSection[] {
  return drafts.map(({ id, title, clauses }, index) => {
    const letter = String.fromCharCode('A'.charCodeAt(0) + index);
    return {
      letter,
      id,
      title,
      clauses: clauses.map((draft, position) => ({
        number: `${letter}.${position + 1}`,
        ...paragraph(draft),
      })),
    };
  });
}

export function paragraph(draft: string | Paragraph): Paragraph {
  return typeof draft === 'string' ? { text: draft, items: [] } : draft;
}
