import { createRoot } from 'react-dom/client';

import { NotificationRegion } from './NotificationRegion.tsx';

/** Adds the region of notifications to the end of the page. */
export function mountNotifications(): void {
  const host = document.createElement('div');
  document.body.append(host);
  createRoot(host).render(<NotificationRegion />);
}
