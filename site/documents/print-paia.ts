import { paragraph, type Paragraph } from '../content/legal-document.ts';
import type { PaiaDocument } from '../content/paia.ts';
import { printedSection, type PrintedDocument, type PrintedParagraph } from './printed-document.ts';

/** Puts the parts of the manual in the order of the page. */
export function printPaia(manual: PaiaDocument): PrintedDocument {
  const { privacyConditions, lawfulProcessing, sections } = manual;
  return {
    title: manual.title,
    introduction: manual.introduction,
    lastUpdated: manual.lastUpdated,
    sections: [
      printedSection({
        id: privacyConditions.id,
        title: privacyConditions.title,
        inner: privacyConditions.items.map(({ id, number, title, paragraphs }) =>
          printedSection({
            id,
            marker: number,
            title,
            paragraphs: paragraphs.map((text) => printParagraph(paragraph(text))),
          }),
        ),
      }),
      printedSection({
        id: lawfulProcessing.id,
        title: lawfulProcessing.title,
        paragraphs: [printParagraph(paragraph(lawfulProcessing.introduction))],
        conditions: lawfulProcessing.conditions,
      }),
      ...sections.map(({ id, title, paragraphs }) =>
        printedSection({ id, title, paragraphs: paragraphs.map(printParagraph) }),
      ),
    ],
  };
}

function printParagraph({ text, items }: Paragraph): PrintedParagraph {
  return { label: '', text, items: items.map((item) => ({ label: '–', text: item })) };
}
