/** Puts each linked stylesheet into the page, so that nothing blocks the first paint. */
export function inlineStylesheets(
  elements: readonly string[],
  assets: ReadonlyMap<string, string>,
): string[] {
  return elements.map((element) => {
    if (!element.startsWith('<link rel="stylesheet"')) return element;
    const address = /href="([^"]+)"/.exec(element)?.[1] ?? '';
    const css = assets.get(address);
    if (css === undefined) throw new Error(`There is no stylesheet ${address} to inline.`);
    return `<style>${css.trim()}</style>`;
  });
}
