import type * as ContactIsland from './contact/contact-island.tsx';
import contactIsland from './contact/contact-island.tsx?url';
import { enhanceContents } from './enhance/current-section.ts';
import { enhanceNavigation } from './enhance/navigation.ts';
import { hydrateIslands } from './enhance/islands.ts';
import { enhanceNotifications } from './enhance/notifications-key.ts';
import { enhanceTooltips } from './enhance/tooltips.ts';

function enhancePage(): void {
  enhanceNavigation(document);
  enhanceContents(document);
  enhanceTooltips(document);
  enhanceNotifications(document);
  hydrateIslands(document, {
    'contact-form': async () =>
      ((await import(/* @vite-ignore */ contactIsland)) as typeof ContactIsland).hydrateContactForm,
  });
}

// The script comes with the page, and would run before the first paint. A frame's callbacks come
// right before its painting, and the next task after it.
requestAnimationFrame(() => setTimeout(enhancePage));
