/** Delays in milliseconds. See docs/internals/requirements.md, Tooltips. */
export const OPEN_DELAY = 700;
export const SKIP_DELAY = 300;

/** Shows the tooltip of what is hovered or visibly focused, until Escape or a click. */
export function enhanceTooltips(root: ParentNode): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: Element | undefined;
  let hiddenAt = -Infinity;

  function show(host: Element) {
    hide();
    shown = host;
    host.setAttribute('data-tooltip-open', '');
  }

  function hide() {
    clearTimeout(timer);
    if (!shown) return;
    shown.removeAttribute('data-tooltip-open');
    shown = undefined;
    hiddenAt = Date.now();
  }

  // If another tooltip is open, or was open until just now, this one opens without delay.
  function showOnHover(host: Element) {
    if (shown === host) return;
    clearTimeout(timer);
    const neighbour = shown !== undefined || Date.now() - hiddenAt < SKIP_DELAY;
    if (neighbour) show(host);
    else timer = setTimeout(() => show(host), OPEN_DELAY);
  }

  for (const host of root.querySelectorAll('[data-tooltip]')) {
    host.addEventListener('pointerenter', (event) => {
      if ((event as PointerEvent).pointerType !== 'touch') showOnHover(host);
    });
    host.addEventListener('pointerleave', hide);
    host.addEventListener('pointerdown', hide);
    host.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element && target.matches(':focus-visible')) show(host);
    });
    host.addEventListener('focusout', hide);
  }
  // This script may have been loaded because a link took the focus.
  const { activeElement } = document;
  const focused = activeElement?.closest('[data-tooltip]');
  if (focused && activeElement?.matches(':focus-visible')) show(focused);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide();
  });
}
