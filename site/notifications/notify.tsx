import { toast } from 'react-hot-toast/headless';

const AUTO_CLOSE_MS = 5000;
const REMOVE_DELAY_MS = 1_000_000;

export interface Notification {
  title: string;
  description: string;
  variant?: 'default' | 'destructive';
}

export function notify({ title, description, variant = 'default' }: Notification): void {
  const show = variant === 'destructive' ? toast.error : toast.success;
  toast.dismiss();
  const text = (
    <div>
      <p className="notification-title">{title}</p>
      <p className="notification-description">{description}</p>
    </div>
  );
  show(text, { duration: AUTO_CLOSE_MS, removeDelay: REMOVE_DELAY_MS });
}
