import PDFDocument from 'pdfkit';

import { faces } from './faces.ts';

export type Pdf = PDFKit.PDFDocument;
/** An element of the structure that assistive technology reads. */
export type Tag = PDFKit.PDFStructureElement;

// The library knows this standard, but its types do not.
const accessible: string = 'PDF/UA';

interface About {
  title: string;
  author: string;
  date: Date;
}

/** Begins a tagged document (PDF/UA) without a page. */
export function createPdf({ title, author, date }: About): Pdf {
  return new EscapingDocument({
    pdfVersion: '1.7',
    subset: accessible as PDFKit.Mixins.PDFSubsets,
    tagged: true,
    lang: 'en-ZA',
    displayTitle: true,
    info: { Title: title, Author: author, Creator: author, CreationDate: date },
    size: 'A4',
    margin: 0,
    font: faces.text,
    autoFirstPage: false,
  });
}

/** Ends the document and returns it whole. */
export async function finishPdf(pdf: Pdf): Promise<Buffer> {
  pdf.end();
  const chunks: Buffer[] = [];
  for await (const chunk of pdf) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

// The library puts the title into XML as it is, where the ampersand of "PAIA & POPI" is an error.
class EscapingDocument extends PDFDocument {
  override appendXML(xml: string, newLine?: boolean): void {
    const { Title = '', Author = '' } = this.info;
    const escaped = [Title, Author].reduce(
      (text, value) => text.replaceAll(`>${value}<`, () => `>${escapeXml(value)}<`),
      xml,
    );
    super.appendXML(escaped, newLine);
  }
}

function escapeXml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
