/** Marks the stylesheet with the rules that the build has moved out of the page. */
export const deferredStylesMark = 'data-deferred';

/** Applies the rules for what scripts show. Until then, their stylesheet applies only to print. */
export function applyDeferredStyles(): void {
  const links = document.querySelectorAll<HTMLLinkElement>(`link[${deferredStylesMark}]`);
  for (const link of links) link.media = 'all';
}
