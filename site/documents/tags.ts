import type { Pdf, Tag } from './pdf.ts';

/** Adds an element that stays open for its parts; whoever opens it ends it. */
export function openTag(pdf: Pdf, parent: Tag, role: string): Tag {
  const tag = pdf.struct(role);
  parent.add(tag);
  return tag;
}

/** Adds a list that says how its labels count, which PDF/UA asks for. */
export function openList(pdf: Pdf, parent: Tag, label: string): Tag {
  const list = openTag(pdf, parent, 'L') as Tag & WithAttributes;
  list.dictionary.data.A = { O: 'List', ListNumbering: numberingOf(label) };
  return list;
}

/** Draws what belongs to the paper and not to the document: rules, running heads, ornaments. */
export function drawArtifact(pdf: Pdf, type: 'Layout' | 'Pagination', draw: () => void): void {
  pdf.markContent('Artifact', { type });
  pdf.save();
  draw();
  pdf.restore();
  pdf.endMarkedContent();
}

// Not in the library's types, and the library offers no other way to set attributes.
interface WithAttributes {
  dictionary: { data: Record<string, unknown> };
}

function numberingOf(label: string): string {
  if (label === '–') return 'Disc';
  return label.startsWith('(') ? 'LowerAlpha' : 'Decimal';
}
