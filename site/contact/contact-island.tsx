import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

import { hydrateNotifications } from '../notifications/NotificationRegion.tsx';
import { ContactForm, type ContactFormProps } from './ContactForm.tsx';
import { restoreDraft } from './tab-storage.ts';

/**
 * Brings the form to life where it stands, with whatever has been typed into it. Loading this
 * script was work enough for one task, and the rest is done in slices: in between, the browser can
 * answer the visitor.
 */
export function hydrateContactForm(island: HTMLElement): void {
  setTimeout(() => {
    const form = island.querySelector('form');
    if (form) restoreDraft(form);
    const props = JSON.parse(island.dataset.props ?? '{}') as ContactFormProps;
    startTransition(() => void hydrateRoot(island, <ContactForm {...props} />));
    hydrateNotifications();
  });
}
