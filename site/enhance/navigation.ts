import { markCurrentSection } from './current-section.ts';

export function enhanceNavigation(root: ParentNode): void {
  const nav = root.querySelector<HTMLElement>('[data-nav]');
  if (!nav) return;
  // Turns off the style that opens the menu if this script fails to load.
  nav.dataset.nav = 'enhanced';
  enhanceMenu(nav);
  deepenShadow(nav);
  markCurrentSection(nav);
}

function enhanceMenu(nav: HTMLElement): void {
  const toggle = nav.querySelector<HTMLElement>('[data-nav-toggle]');
  if (!toggle) return;
  const isOpen = () => nav.hasAttribute('data-open');

  function setOpen(open: boolean) {
    nav.toggleAttribute('data-open', open);
    toggle?.setAttribute('aria-expanded', String(open));
  }

  setOpen(false);
  toggle.addEventListener('click', () => setOpen(!isOpen()));
  nav.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) setOpen(false);
  });
  for (const event of ['click', 'focusin']) {
    document.addEventListener(event, ({ target }) => {
      if (isOpen() && !nav.contains(target as Node)) setOpen(false);
    });
  }
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !isOpen()) return;
    setOpen(false);
    toggle.focus();
  });
}

const SHADOW_THRESHOLD = 50;

/** Marks the bar as scrolled while the page is scrolled down by more than 50 px. */
function deepenShadow(nav: HTMLElement): void {
  const update = () => nav.toggleAttribute('data-scrolled', scrollY > SHADOW_THRESHOLD);
  update();
  addEventListener('scroll', update, { passive: true });
}

export function enhanceNotifications(root: ParentNode): void {
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'F8') root.querySelector<HTMLElement>('.notifications')?.focus();
  });
}
