let last = Date.now();

for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']) {
  addEventListener(kind, () => (last = Date.now()), { passive: true, capture: true });
}

/**
 * Whether somebody has touched this page within so many milliseconds. What a page asks by itself
 * must not keep the session of an unattended screen alive.
 */
export function isAttended(within: number): boolean {
  return document.visibilityState === 'visible' && Date.now() - last < within;
}
