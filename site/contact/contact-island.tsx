import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

import { applyDeferredStyles } from '../enhance/deferred-styles.ts';
import { hydrateNotifications } from '../notifications/NotificationRegion.tsx';
import { ContactForm } from './ContactForm.tsx';
import type { IslandProps } from './ContactFormIsland.tsx';
import { restoreDraft, textFieldsOf } from './tab-storage.ts';

/** Hydrates in small slices, so that the browser can respond to the visitor in between. */
export function hydrateContactForm(island: HTMLElement): void {
  applyDeferredStyles();
  setTimeout(() => {
    const form = island.querySelector('form');
    if (form) restoreDraft(form);
    // React replaces them if a translator or a password manager has changed the elements around.
    const typedInto = form ? textFieldsOf(form) : [];
    const props = JSON.parse(island.dataset.props ?? '{}') as IslandProps;
    const notice = readNotice(island);
    startTransition(
      () => void hydrateRoot(island, <ContactForm {...props} {...{ notice, typedInto }} />),
    );
    hydrateNotifications();
  });
}

/** Reads the privacy notice from the page, so that the hydration data need not repeat it. */
function readNotice(island: HTMLElement) {
  const notice = island.querySelector('[data-notice]');
  const link = notice?.querySelector('a');
  const { textContent: label = '' } = link ?? {};
  return {
    text: notice?.firstChild?.textContent?.trimEnd() ?? '',
    link: { label, href: link?.getAttribute('href') ?? '' },
  };
}
