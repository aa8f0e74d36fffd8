const latin = /unicode-range:[^;}]*U\+0{0,4}-0?0?FF/i;

/** Preloads for the upright Latin fonts, which every page uses above the fold. */
export function fontPreloads(elements: readonly string[]): string[] {
  const css = elements.filter((element) => element.startsWith('<style')).join('\n');
  const addresses = (css.match(/@font-face\s*\{[^}]*\}/g) ?? [])
    .filter((face) => !/font-style:\s*italic/.test(face))
    .filter((face) => !face.includes('unicode-range') || latin.test(face))
    .map((face) => /url\(["']?([^"')]+\.woff2)/.exec(face)?.[1])
    .filter((address) => address !== undefined);
  return [...new Set(addresses)].map(
    (address) =>
      `<link rel="preload" as="font" type="font/woff2" crossorigin="" href="${address}">`,
  );
}
