import { hydrateRoot } from 'react-dom/client';

import { mountNotifications } from '../notifications/mount-notifications.tsx';
import { ContactForm, type ContactFormProps } from './ContactForm.tsx';
import { restoreDraft } from './draft.ts';

/** Brings the form to life where it stands, with whatever has been typed into it. */
export function hydrateContactForm(island: HTMLElement): void {
  const form = island.querySelector('form');
  if (form) restoreDraft(form);
  const props = JSON.parse(island.dataset.props ?? '{}') as ContactFormProps;
  hydrateRoot(island, <ContactForm {...props} />);
  mountNotifications();
}
