const setting = 'office-notification';

/** Whether notifications of new enquiries are on in this browser. Off by default. */
export function areNoticesOn(): boolean {
  return localStorage.getItem(setting) === 'on';
}

/** Whether this browser supports notifications. They need HTTPS or localhost. */
export function hasNotices(): boolean {
  return isSecureContext && 'Notification' in window;
}

/** Must be called in a click handler: the browser may ask. @returns why they stay off, if so. */
export async function setNotices(areOn: boolean): Promise<string | undefined> {
  localStorage.removeItem(setting);
  if (!areOn) return undefined;
  if ((await Notification.requestPermission()) !== 'granted')
    return 'Notifications are blocked. Allow them for this site in your browser’s settings.';
  if (!show('Notifications are on', 'New enquiries will appear here.'))
    return 'This browser cannot show notifications.';
  localStorage.setItem(setting, 'on');
  return undefined;
}

/** Shows a notification of new enquiries, if it is on. Several pages of the desk show it once. */
export function notify(reference: string, count: number): void {
  if (areNoticesOn()) show(count === 1 ? 'New enquiry' : `${count} new enquiries`, reference);
}

/** Shows a notification. Returns false in mobile browsers, where the constructor throws. */
function show(title: string, body: string): boolean {
  try {
    new Notification(title, { body, tag: body }).addEventListener('click', () => window.focus());
    return true;
  } catch {
    return false;
  }
}
