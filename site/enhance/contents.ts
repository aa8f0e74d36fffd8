import { markCurrentSection } from './current-section.ts';

/** Lets a table of contents show which section is being read. */
export function enhanceContents(root: ParentNode): void {
  root.querySelectorAll<HTMLElement>('[data-contents]').forEach(markCurrentSection);
}
