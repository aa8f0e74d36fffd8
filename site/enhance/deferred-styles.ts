/** Applies the deferred stylesheet to screens too. It styles elements that scripts show. */
export function applyDeferredStyles(): void {
  const link = document.querySelector<HTMLLinkElement>('link[href^="/assets/deferred"]');
  if (link) link.media = 'all';
}
