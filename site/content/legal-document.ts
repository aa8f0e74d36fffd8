import type { Company } from '#contract/company.ts';
import type { LegalDraft, SectionDraft } from '#contract/firm-content.ts';
import { paiaFor as draftPaia } from '#firm/content/paia.ts';
import { termsFor as draftTerms } from '#firm/content/terms.ts';

export interface Paragraph {
  /** The number of a clause, such as A.1. The items of a numbered clause are (a), (b), (c). */
  label?: string;
  text: string;
  items: string[];
}

export interface Section extends Pick<SectionDraft, 'id' | 'title'> {
  /** The letter or number beside the title. */
  marker?: string;
  paragraphs: Paragraph[];
  inner?: Section[];
  /** The conditions of the POPI Act, shown as a diagram. */
  conditions?: Condition[];
}

type Condition = NonNullable<SectionDraft['conditions']>[number];

export interface LegalDocument {
  title: string;
  introduction: string[];
  download: { label: string; href: string };
  sections: Section[];
  lastUpdated: string;
}

export const legalWords = {
  contents: 'Contents',
  backToContents: 'Back to contents',
  diagram: 'POPI Act',
  newTab: 'Opens in a new tab',
};

export function termsFor(company: Company): LegalDocument {
  return legalDocument(draftTerms(company), company.documents.terms);
}

export function paiaFor(company: Company): LegalDocument {
  return legalDocument(draftPaia(company), company.documents.paia);
}

function legalDocument(draft: LegalDraft, href: string): LegalDocument {
  const { title, introduction, download: label, updated, isLettered } = draft;
  return {
    title,
    introduction,
    download: { label, href },
    sections: draft.sections.map((section, at) =>
      isLettered ? lettered(section, String.fromCharCode(65 + at)) : written(section),
    ),
    lastUpdated: `Last updated: ${updated}`,
  };
}

function lettered(draft: SectionDraft, marker: string): Section {
  const { paragraphs, ...section } = written(draft);
  const clauses = paragraphs.map((clause, at) => ({ ...clause, label: `${marker}.${at + 1}` }));
  return { ...section, marker, paragraphs: clauses };
}

/** Turns paragraphs that are only a text into objects, and numbers the inner sections. */
function written({ paragraphs, inner, conditions, ...section }: SectionDraft): Section {
  return {
    ...section,
    ...(conditions && { conditions }),
    paragraphs: paragraphs.map((draft) =>
      typeof draft === 'string' ? { text: draft, items: [] } : draft,
    ),
    ...(inner && {
      inner: inner.map((item, at) => ({ ...written(item), marker: String(at + 1) })),
    }),
  };
}

/** The sections in the table of contents. Inner sections replace the section that contains them. */
export function listedSections(sections: Section[]): Section[] {
  return sections.flatMap((section) => section.inner ?? section);
}
