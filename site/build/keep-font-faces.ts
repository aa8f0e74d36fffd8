const fontFace = /@font-face\s*\{[^}]*\}(?:\/\*!sc\*\/\s*)?/g;

/**
 * Moves font faces out of the styles that styled-components takes over in the browser: it inserts
 * those anew, upon which the text would be set in the fallback until each font is loaded again.
 */
export function keepFontFaces(elements: readonly string[]): string[] {
  return elements.flatMap((element) => {
    const faces = element.startsWith('<style data-styled') ? element.match(fontFace) : null;
    if (!faces) return [element];
    const css = faces.map((face) => face.replace(/\/\*!sc\*\/\s*$/, '')).join('');
    return [`<style>${css}</style>`, element.replace(fontFace, '')];
  });
}
