/** Lets the toggle open and close the list of links on small screens. */
export function enhanceMenu(nav: HTMLElement): void {
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
  document.addEventListener('click', ({ target }) => {
    if (isOpen() && target instanceof Node && !nav.contains(target)) setOpen(false);
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !isOpen()) return;
    setOpen(false);
    toggle.focus();
  });
}
