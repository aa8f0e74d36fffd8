/** The ways to announce new enquiries while the page is in the background. Off by default. */
export const noticeKinds = ['notification', 'sound'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

const settingOf = (kind: NoticeKind) => `office-${kind}`;

/** Whether a kind of notice is on in this browser. */
export function isNoticeOn(kind: NoticeKind): boolean {
  return localStorage.getItem(settingOf(kind)) === 'on';
}

/** Whether this browser supports a kind of notice. All kinds need HTTPS or localhost. */
export function hasNotices(kind: NoticeKind): boolean {
  const isSecure = 'locks' in navigator;
  return isSecure && (kind === 'sound' ? 'AudioContext' in window : 'Notification' in window);
}

/**
 * Switches a kind of notice on or off in this browser. When it is switched on, the user gets a
 * sample. Must be called from a click handler, because the browser can ask for permission.
 *
 * @returns why the notice stays off; undefined if it was switched on or off as requested.
 */
export async function setNotice(kind: NoticeKind, isOn: boolean): Promise<string | undefined> {
  if (!isOn) {
    localStorage.removeItem(settingOf(kind));
    return undefined;
  }
  if (kind === 'notification') {
    if ((await Notification.requestPermission()) !== 'granted')
      return 'Notifications are blocked. Allow them for this site in your browser’s settings.';
    if (!notify('Notifications are on', 'New enquiries will appear here.', 'sample'))
      return 'This browser cannot show notifications.';
  } else playSound();
  localStorage.setItem(settingOf(kind), 'on');
  return undefined;
}

/** Shows a notification. Returns false in mobile browsers, where the constructor throws. */
function notify(title: string, body: string, tag: string): boolean {
  try {
    const shown = new Notification(title, { body, tag });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
    });
    return true;
  } catch {
    return false;
  }
}

let audio: AudioContext | undefined;

function playSound(): void {
  audio ??= new AudioContext();
  // Browsers refuse to play sound until the user has clicked on the page.
  audio.resume().catch(() => undefined);
  const start = audio.currentTime + 0.05;
  for (const [after, frequency] of [
    [0, 660],
    [0.16, 880],
  ] as const) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, start + after);
    volume.gain.exponentialRampToValueAtTime(0.001, start + after + 0.3);
    tone.connect(volume).connect(audio.destination);
    tone.start(start + after);
    tone.stop(start + after + 0.3);
  }
}

/** The lock that every visible page holds. */
const visibleLock = 'office-visible';
/** The lock of the one page that shows notifications. */
const noticeLock = 'office-notices';

/** Waits until a lock is free, then holds it. Returns a function that releases the lock. */
function hold(name: string, mode: LockMode, onHeld?: () => void): () => void {
  const waiting = new AbortController();
  let release = () => waiting.abort();
  navigator.locks
    .request(name, { mode, signal: waiting.signal }, () => {
      onHeld?.();
      return new Promise<void>((resolve) => (release = resolve));
    })
    .catch(() => undefined);
  return () => release();
}

/**
 * Notifies the user of new enquiries. If several pages of the desk are open in a browser, only one
 * of them does so, and only while none of them is visible. Returns a function that announces new
 * enquiries by their references, and a function that stops the notices.
 */
export function startNotices(): { announce: (references: string[]) => void; stop: () => void } {
  if (!('locks' in navigator)) return { announce: () => undefined, stop: () => undefined };
  let isNotifier = false;
  let hide: (() => void) | undefined;
  const releaseLock = hold(noticeLock, 'exclusive', () => (isNotifier = true));
  function watch(): void {
    hide?.();
    hide = document.visibilityState === 'visible' ? hold(visibleLock, 'shared') : undefined;
  }
  watch();
  document.addEventListener('visibilitychange', watch);
  async function announce(references: string[]): Promise<void> {
    const [first] = references;
    if (!isNotifier || first === undefined) return;
    const { held = [] } = await navigator.locks.query();
    if (held.some(({ name }) => name === visibleLock)) return;
    const count = references.length;
    const title = count === 1 ? 'New enquiry' : `${count} new enquiries`;
    if (isNoticeOn('notification')) notify(title, references.slice(0, 3).join(', '), first);
    if (isNoticeOn('sound')) playSound();
  }
  return {
    announce: (references) => void announce(references),
    stop() {
      isNotifier = false;
      document.removeEventListener('visibilitychange', watch);
      hide?.();
      releaseLock();
    },
  };
}
