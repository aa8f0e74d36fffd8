import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

import { hydrateNotifications } from '../notifications/NotificationRegion.tsx';
import { ContactForm, type ContactFormProps } from './ContactForm.tsx';
import { restoreDraft } from './tab-storage.ts';

/**
 * Hydrates the form in place, keeping anything that was typed into it. Hydration runs in small
 * slices, so that the browser can respond to the visitor in between.
 */
export function hydrateContactForm(island: HTMLElement): void {
  setTimeout(() => {
    const form = island.querySelector('form');
    if (form) restoreDraft(form);
    const props = JSON.parse(island.dataset.props ?? '{}') as ContactFormProps;
    startTransition(() => void hydrateRoot(island, <ContactForm {...props} />));
    hydrateNotifications(props.words);
  });
}
