import type { Company } from '../../contract/company.ts';
import { brass, page, text as styles } from './layout.ts';
import { linesOf, setLines } from './set-text.ts';
import type { Sheet } from './sheet.ts';
import { drawArtifact, openTag } from './tags.ts';
import { words } from './words.ts';

/** Ends the document with its date and with how to reach the firm. */
export function setColophon(sheet: Sheet, company: Company, lastUpdated: string): void {
  const { pdf, root } = sheet;
  const contact = [`${words.telephone} ${company.phone}`, company.email, company.siteUrl];
  const rows = [
    { text: lastUpdated, style: styles.label },
    { text: company.name, style: styles.strong },
    { text: company.addressLines.join(', '), style: styles.body },
    { text: contact.join(' · '), style: styles.body },
  ].map(({ text, style }) => ({
    style,
    lines: linesOf(pdf, text, style, page.right - page.text),
  }));

  sheet.skip(24);
  sheet.keep(rows.flatMap(({ lines }) => lines).length * styles.body.leading + 16);
  const { y } = sheet;
  drawArtifact(pdf, 'Layout', () => {
    pdf.lineWidth(1.5).moveTo(page.left, y).lineTo(page.right, y).stroke(brass);
  });
  sheet.y += 12;
  for (const { lines, style } of rows) {
    const paragraph = openTag(pdf, root, 'P');
    setLines(sheet, paragraph, lines, style, page.text);
    paragraph.end();
  }
}
