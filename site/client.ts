import { enhanceContents } from './enhance/contents.ts';
import { enhanceNavigation } from './enhance/navigation.ts';
import { hydrateIslands } from './enhance/islands.ts';
import { enhanceTooltips } from './sections/tooltip.ts';

enhanceNavigation(document);
enhanceContents(document);
enhanceTooltips(document);
hydrateIslands(document, {
  'contact-form': async () => (await import('./contact/contact-island.tsx')).hydrateContactForm,
});
