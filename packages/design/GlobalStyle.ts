import { createGlobalStyle } from 'styled-components';

import {
  media,
  color,
  customProperties,
  font,
  motion,
  palettes,
  printed,
  barHeight,
  size,
} from './tokens.ts';

export const GlobalStyle = createGlobalStyle`
  :root {
    color-scheme: light dark;
    ${customProperties(palettes.light)}
    ${media.dark} { ${customProperties(palettes.dark)} }
  }
  [data-tone='deep'] {
    ${customProperties(palettes.deepLight)}
    ${media.dark} { ${customProperties(palettes.deepDark, palettes.deepLight)} }
    background: ${color.paper};
    color: ${color.ink};
  }

  *, *::before, *::after { box-sizing: border-box; }
  * { margin: 0; padding: 0; }
  html {
    font-size: clamp(100%, 87.5% + 0.2vw, 125%);
    scroll-behavior: smooth;
    text-size-adjust: 100%;
    -webkit-text-size-adjust: 100%;
  }
  body {
    background: ${color.paper};
    color: ${color.ink};
    font: 400 ${size.text}/1.6 ${font.text};
    font-synthesis: none;
    overflow-wrap: break-word;
    -webkit-font-smoothing: antialiased;
  }
  [id] { scroll-margin-top: ${barHeight}; }

  h1, h2, h3, h4 { font-family: ${font.display}; font-weight: 400; text-wrap: balance; }
  p, li, dd { text-wrap: pretty; }
  ul[role='list'], ol[role='list'] { list-style: none; }
  svg, img { display: block; max-width: 100%; }
  button, input, textarea { font: inherit; color: inherit; }
  a {
    color: ${color.primary};
    text-decoration-line: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 0.22em;
    text-decoration-color: color-mix(in srgb, currentColor 40%, transparent);
    transition: text-decoration-color ${motion.quick};
  }
  a:hover { text-decoration-color: currentColor; }
  :focus-visible { outline: 3px solid ${color.accent}; outline-offset: 3px; border-radius: 1px; }
  [tabindex='-1']:focus-visible { outline: none; }
  ::selection { background: ${color.primary}; color: ${color.onPrimary}; }

  ${media.still} {
    html { scroll-behavior: auto; }
    *, *::before, *::after { transition: none !important; animation: none !important; }
  }

  /* By default, drawings keep their colours in forced-colours mode; here they follow the theme. */
  ${media.forced} {
    :root, [data-tone] {
      --paper: Canvas;
      --tint: Canvas;
      --card: Canvas;
      --ink: CanvasText;
      --muted: CanvasText;
      --line: CanvasText;
      --control: ButtonText;
      --primary: LinkText;
      --accent: Highlight;
      --danger: CanvasText;
    }
  }

  ${media.print} {
    @page { margin: 22mm 20mm; }
    :root, [data-tone] { ${customProperties(printed)} }
    html { font-size: 10pt; }
    /* No ligatures, because a search in a PDF saved with Firefox would not find their words. */
    body { font-variant-ligatures: no-common-ligatures; }
    h1, h2, h3 { break-after: avoid; }
    p, li { orphans: 3; widows: 3; }
    /* Firefox supports neither, so the heading's box includes space for the next lines. */
    @supports (-moz-appearance: none) {
      h2, h3 { padding-bottom: 13rem; margin-bottom: -13rem; }
      h2, h3, p, li { break-inside: avoid; }
    }
    [data-print='hide'] { display: none !important; }
  }
`;
