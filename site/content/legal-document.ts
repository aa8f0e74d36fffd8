export interface Paragraph {
  /** The number of a clause, such as A.1; its items are then (a), (b), (c). */
  label?: string;
  text: string;
  /** The list below the text; empty for most paragraphs. */
  items: string[];
}

/** A section without letters and numbers. */
export interface SectionDraft {
  /** The anchor of the section on its page. */
  id: string;
  title: string;
  /** A paragraph without a list may be a plain string. */
  paragraphs: (string | Paragraph)[];
  /** The conditions of the POPI Act, shown as a diagram. */
  conditions?: Condition[];
}

export interface Condition {
  name: string;
  text: string;
}

/** A section of a document, for the page and the PDF. */
export interface Section extends SectionDraft {
  /** The letter or number beside the title. */
  marker?: string;
  paragraphs: Paragraph[];
  inner?: Section[];
}

export interface LegalDocument {
  title: string;
  introduction: string[];
  download: { label: string; href: string };
  sections: Section[];
  lastUpdated: string;
}

export const LAST_UPDATED = 'Last updated: June 2024';

/** The other texts on the pages and in the PDFs. */
export const legalWords = {
  contents: 'Contents',
  backToContents: 'Back to contents',
  diagram: 'POPI Act',
  newTab: 'Opens in a new tab',
};

/** Letters the sections from A and numbers their clauses. */
export function letterSections(drafts: SectionDraft[]): Section[] {
  return drafts.map(fromDraft).map(({ paragraphs, ...section }, index) => {
    const marker = String.fromCharCode('A'.charCodeAt(0) + index);
    const clauses = paragraphs.map((clause, at) => ({ ...clause, label: `${marker}.${at + 1}` }));
    return { ...section, marker, paragraphs: clauses };
  });
}

/** Expands a draft's paragraphs. */
export function fromDraft({ paragraphs, ...section }: SectionDraft): Section {
  const written = paragraphs.map((draft) =>
    typeof draft === 'string' ? { text: draft, items: [] } : draft,
  );
  return { ...section, paragraphs: written };
}

/** The sections for the contents list; nested sections are listed by their parts. */
export function listedSections(sections: Section[]): Section[] {
  return sections.flatMap((section) => section.inner ?? section);
}
