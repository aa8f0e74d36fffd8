import type * as ContactIsland from './contact/contact-island.tsx';
import contactIsland from './contact/contact-island.tsx?url';
import { enhanceContents } from './enhance/current-section.ts';
import { enhanceNavigation, enhanceNotifications } from './enhance/navigation.ts';
import { hydrateIslands } from './enhance/islands.ts';
import { enhancePrinting } from './enhance/printing.ts';
import type * as TooltipsIsland from './enhance/tooltips-island.ts';
import tooltipsIsland from './enhance/tooltips-island.ts?url';

function enablePrintStyles(): void {
  document.querySelector('link[disabled]')?.removeAttribute('disabled');
}

function enhancePage(): void {
  enhanceNavigation(document);
  enhanceContents(document);
  enhanceNotifications(document);
  enhancePrinting(document);
  hydrateIslands(document, {
    'contact-form': async () =>
      ((await import(/* @vite-ignore */ contactIsland)) as typeof ContactIsland).hydrateContactForm,
    tooltips: async () =>
      ((await import(/* @vite-ignore */ tooltipsIsland)) as typeof TooltipsIsland).enhanceTooltips,
  });
}

// An inline script runs before the first paint, which this work must not delay. An animation frame
// callback runs right before a paint, and the next task right after that paint.
requestAnimationFrame(() => setTimeout(enhancePage));
// Observers hear of a paint when it is on the screen. Before, print styles would delay the fonts.
new PerformanceObserver(enablePrintStyles).observe({ type: 'paint', buffered: true });
