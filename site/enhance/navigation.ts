import { markCurrentSection } from './current-section.ts';
import { enhanceMenu } from './menu.ts';
import { deepenShadow } from './shadow.ts';

/** Adds to the navigation bar what HTML and CSS cannot do by themselves. */
export function enhanceNavigation(root: ParentNode): void {
  const nav = root.querySelector<HTMLElement>('[data-nav]');
  if (!nav) return;
  // From here on the menu no longer needs what the styles do in case no script arrives.
  nav.dataset.nav = 'enhanced';
  enhanceMenu(nav);
  deepenShadow(nav);
  markCurrentSection(nav);
}
