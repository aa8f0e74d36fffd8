const SHADOW_THRESHOLD = 50;

/** Marks the bar as scrolled while the page is more than 50 px down. */
export function deepenShadow(nav: HTMLElement): void {
  const update = () => nav.toggleAttribute('data-scrolled', scrollY > SHADOW_THRESHOLD);
  update();
  addEventListener('scroll', update, { passive: true });
}
