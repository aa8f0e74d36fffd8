type Hydrate = (island: HTMLElement) => void;

/** What makes each kind of island live, loaded only when it is needed. */
export type IslandLoaders = Record<string, () => Promise<Hydrate>>;

/** Gives each `data-island` its behaviour once it comes near, takes focus or nothing else is on. */
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
      // The island goes on working as plain HTML; the next focus tries again.
      () => (started = false),
    );
  }

  const observer = new IntersectionObserver(
    (entries) => entries.some((entry) => entry.isIntersecting) && start(),
    { rootMargin: '600px' },
  );
  observer.observe(island);
  island.addEventListener('focusin', start);
  whenIdle(start);
}

/** Once the page has been loaded and seen: what is fetched before that may hold it up. */
function whenIdle(run: () => void): void {
  // Safari has no idle callback.
  const wait = () =>
    'requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 2000);
  const whenSeen = () => new PerformanceObserver(wait).observe({ type: 'paint', buffered: true });
  if (document.readyState === 'complete') whenSeen();
  else addEventListener('load', whenSeen, { once: true });
}
