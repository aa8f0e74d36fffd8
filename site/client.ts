import type * as ContactIsland from './contact/contact-island.tsx';
import contactIsland from './contact/contact-island.tsx?url';
import { enhanceContents } from './enhance/current-section.ts';
import { enhanceNavigation, enhanceNotifications } from './enhance/navigation.ts';
import { hydrateIslands } from './enhance/islands.ts';
import { enhancePrinting } from './enhance/printing.ts';
import { enhanceTooltips } from './enhance/tooltips.ts';

function enhancePage(): void {
  enhanceNavigation(document);
  enhanceContents(document);
  enhanceTooltips(document);
  enhanceNotifications(document);
  enhancePrinting(document);
  hydrateIslands(document, {
    'contact-form': async () =>
      ((await import(/* @vite-ignore */ contactIsland)) as typeof ContactIsland).hydrateContactForm,
  });
}

// The inline script would run before the first paint. Animation frame callbacks run
// right before painting, and the next task right after it.
requestAnimationFrame(() => setTimeout(enhancePage));
