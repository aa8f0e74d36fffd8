type Hydrate = (island: HTMLElement) => void;

/** The script of each kind of island, loaded on demand. */
export type IslandLoaders = Record<string, () => Promise<Hydrate>>;

/** Hydrates each `data-island` when it nears the window or takes focus, or the browser is idle. */
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
    { rootMargin: '600px' },
  );
  observer.observe(island);
  island.addEventListener('focusin', start);
  whenIdle(start);
}

/** Waits until the page has loaded and painted, so that loading an island does not delay it. */
function whenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  const wait = () =>
    'requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 2000);
  const whenSeen = () => new PerformanceObserver(wait).observe({ type: 'paint', buffered: true });
  if (document.readyState === 'complete') whenSeen();
  else addEventListener('load', whenSeen, { once: true });
}
