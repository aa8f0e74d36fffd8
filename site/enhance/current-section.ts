export function enhanceContents(root: ParentNode): void {
  root.querySelectorAll<HTMLElement>('[data-contents]').forEach(markCurrentSection);
}

interface SectionLink {
  link: HTMLAnchorElement;
  section: HTMLElement;
}

/** Keeps the link to the current section marked. Ignores links to sections of other pages. */
export function markCurrentSection(nav: HTMLElement): void {
  const targets = [...nav.querySelectorAll<HTMLAnchorElement>('[data-nav-link]')]
    .map(findSection)
    .filter((target) => target !== undefined);
  let current: SectionLink | undefined;
  let queued = false;

  function update() {
    queued = false;
    const before = current;
    current = currentTarget(targets);
    if (current === before) return;
    before?.link.removeAttribute('aria-current');
    current?.link.setAttribute('aria-current', 'location');
    if (current) keepInView(nav, current.link);
  }

  function queue() {
    if (queued) return;
    queued = true;
    requestAnimationFrame(update);
  }

  if (targets.length === 0) return;
  update();
  addEventListener('scroll', queue, { passive: true });
}

function findSection(link: HTMLAnchorElement): SectionLink | undefined {
  if (link.pathname !== location.pathname || !link.hash) return undefined;
  const section = document.getElementById(link.hash.slice(1));
  return section ? { link, section } : undefined;
}

/** The last section that starts in the upper third of the window or above it. */
function currentTarget(targets: SectionLink[]): SectionLink | undefined {
  const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  if (atEnd && scrollY > 0) return targets.at(-1);
  return targets.findLast(({ section }) => section.getBoundingClientRect().top <= innerHeight / 3);
}

/** Scrolls only the list, never the page. */
function keepInView(frame: HTMLElement, link: HTMLElement): void {
  const { top, bottom } = frame.getBoundingClientRect();
  const place = link.getBoundingClientRect();
  if (place.top < top) frame.scrollTop -= top - place.top;
  else if (place.bottom > bottom) frame.scrollTop += place.bottom - bottom;
}
