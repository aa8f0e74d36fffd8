import { VisuallyHidden } from '../../design/layout.ts';

const id = 'announcements';

/** The ARIA live region of every page. */
export function Announcements() {
  return <VisuallyHidden id={id} role="status" />;
}

/** Announces a text to screen readers without interrupting them. */
export function announce(words: string): void {
  const said = document.createElement('span');
  said.textContent = words;
  // A new element, because screen readers do not announce unchanged text.
  document.getElementById(id)?.replaceChildren(said);
}
