import type { ProcessingCondition } from '../content/paia/lawful-processing.ts';

/** What both documents have in common once they are laid out on paper. */
export interface PrintedDocument {
  title: string;
  introduction: string[];
  sections: PrintedSection[];
  lastUpdated: string;
}

export interface PrintedSection {
  id: string;
  /** The letter or number that stands beside the title; empty for none. */
  marker: string;
  title: string;
  paragraphs: PrintedParagraph[];
  conditions: ProcessingCondition[];
  inner: PrintedSection[];
}

export interface PrintedItem {
  label: string;
  text: string;
}

export interface PrintedParagraph extends PrintedItem {
  items: PrintedItem[];
}

/** A section as it is most often: a title above paragraphs. */
export function printedSection(
  section: Pick<PrintedSection, 'id' | 'title'> & Partial<PrintedSection>,
): PrintedSection {
  return { marker: '', paragraphs: [], conditions: [], inner: [], ...section };
}

/** The sections that a reader looks up; a section of sections is found through its parts. */
export function listedSections(sections: PrintedSection[]): PrintedSection[] {
  return sections.flatMap((section) => (section.inner.length > 0 ? section.inner : [section]));
}
