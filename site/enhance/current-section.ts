interface SectionLink {
  link: HTMLAnchorElement;
  section: HTMLElement;
}

/** Marks the link to the section that is being read, on the page that has these sections. */
export function markCurrentSection(nav: HTMLElement): void {
  const targets = [...nav.querySelectorAll<HTMLAnchorElement>('[data-nav-link]')]
    .map(findSection)
    .filter((target) => target !== undefined);
  let queued = false;

  function update() {
    queued = false;
    const current = currentSection(targets);
    for (const { link, section } of targets) {
      if (section === current) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
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

/** The last section that reaches into the upper third of the window; at the very end, the last. */
function currentSection(targets: SectionLink[]): HTMLElement | undefined {
  const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  if (atEnd && scrollY > 0) return targets.at(-1)?.section;
  return targets.findLast(({ section }) => section.getBoundingClientRect().top <= innerHeight / 3)
    ?.section;
}
