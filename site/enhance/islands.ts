type Hydrate = (island: HTMLElement) => void;

export type IslandLoaders = Record<string, () => Promise<Hydrate>>;

/** Hydrates elements near the window or with the focus: mobile data may be slow and expensive. */
export function hydrateIslands(root: ParentNode, loaders: IslandLoaders): void {
  for (const island of root.querySelectorAll<HTMLElement>('[data-island]')) {
    const load = loaders[island.dataset.island ?? ''];
    if (load) hydrateWhenNeeded(island, load);
  }
}

function hydrateWhenNeeded(island: HTMLElement, load: () => Promise<Hydrate>): void {
  let started = false;

  function start() {
    if (started) return;
    started = true;
    load().then(
      (hydrate) => {
        observer.disconnect();
        island.removeEventListener('focusin', start);
        hydrate(island);
      },
      // The island still works as plain HTML; the next focus tries again.
      () => (started = false),
    );
  }

  const observer = new IntersectionObserver(
    (entries) => entries.some((entry) => entry.isIntersecting) && start(),
    { rootMargin: '1500px' },
  );
  observer.observe(island);
  island.addEventListener('focusin', start);
}
