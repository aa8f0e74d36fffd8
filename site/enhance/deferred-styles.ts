/** The attribute of the deferred stylesheet, whose rules the build has moved out of the page. */
export const deferredStylesMark = 'data-deferred';

/** Applies the deferred stylesheet to screens too. It styles elements that scripts show. */
export function applyDeferredStyles(): void {
  const links = document.querySelectorAll<HTMLLinkElement>(`link[${deferredStylesMark}]`);
  for (const link of links) link.media = 'all';
}
