import { toast } from 'react-hot-toast/headless';

import { NotificationText } from './NotificationText.tsx';

export const AUTO_CLOSE_MS = 5000;
export const REMOVE_DELAY_MS = 1_000_000;

export interface Notification {
  title: string;
  description: string;
  variant?: 'default' | 'destructive';
}

/** Shows a notification in place of the one that may be open. */
export function notify({ title, description, variant = 'default' }: Notification): void {
  const show = variant === 'destructive' ? toast.error : toast.success;
  toast.dismiss();
  show(<NotificationText title={title} description={description} />, {
    duration: AUTO_CLOSE_MS,
    removeDelay: REMOVE_DELAY_MS,
  });
}
