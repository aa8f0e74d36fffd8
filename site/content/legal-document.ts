export interface Paragraph {
  /** The number by which a clause is cited, such as A.1; its items are then (a), (b), (c). */
  label?: string;
  text: string;
  /** The list that the text opens; empty for most paragraphs. */
  items: string[];
}

/** A section as its author writes it, before letters and numbers. */
export interface SectionDraft {
  /** The anchor of the section on its page. */
  id: string;
  title: string;
  /** A paragraph without a list may be written as its text alone. */
  paragraphs: (string | Paragraph)[];
  /** The conditions of the POPI Act, which a diagram shows. */
  conditions?: Condition[];
}

export interface Condition {
  name: string;
  text: string;
}

/** A section of a document, as the page and the PDF show it. */
export interface Section extends SectionDraft {
  /** The letter or number that stands beside the title. */
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

/** What the pages and the PDFs say besides the documents themselves. */
export const legalWords = {
  contents: 'Contents',
  backToContents: 'Back to contents',
  diagram: 'POPI Act',
  newTab: 'Opens in a new tab',
  pageOf: (number: number, total: number) => `Page ${number} of ${total}`,
};

/** Letters the sections from A and numbers their clauses, so that citations follow the order. */
export function letterSections(drafts: SectionDraft[]): Section[] {
  return drafts.map(fromDraft).map(({ paragraphs, ...section }, index) => {
    const marker = String.fromCharCode('A'.charCodeAt(0) + index);
    const clauses = paragraphs.map((clause, at) => ({ ...clause, label: `${marker}.${at + 1}` }));
    return { ...section, marker, paragraphs: clauses };
  });
}

/** A draft with every paragraph written out. */
export function fromDraft({ paragraphs, ...section }: SectionDraft): Section {
  const written = paragraphs.map((draft) =>
    typeof draft === 'string' ? { text: draft, items: [] } : draft,
  );
  return { ...section, paragraphs: written };
}

/** The sections that a reader looks up; a section of sections is found through its parts. */
export function listedSections(sections: Section[]): Section[] {
  return sections.flatMap((section) => section.inner ?? section);
}
