import { readFileSync } from 'node:fs';
import type { UIConfig } from '@bull-board/api/typings/app';

import { queueBoardPath } from '../../../contract/api.ts';
import { iconMarkup } from '../../../design/mark.ts';
import { palettes } from '../../../design/tokens.ts';
import { escapeHtml } from '../../../contract/escape-html.ts';
import { officePath } from '../../action.ts';

// The board's script adds one style element, always with the same text.
const boardStyle = "'sha256-r2N1TB/gHbBtBZFKg7ejmq1acVSREzucTAEw6ga4hoU='";

/**
 * The Content-Security-Policy of the board. Allows files from the same origin, images in `data:`
 * URLs and one inline style.
 */
export const boardPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${boardStyle}`,
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const mark = `data:image/svg+xml,${encodeURIComponent(iconMarkup({ corner: 6, inset: 4 }))}`;

export const boardConfig: UIConfig = {
  boardTitle: 'Queues',
  boardLogo: { path: mark, width: 32, height: 32 },
  favIcon: { default: mark, alternative: mark },
  miscLinks: [{ text: 'Enquiries', url: `${officePath}/status` }],
  hideDocsLink: true,
  showMetrics: true,
};

export const boardStylePath = '/office.css';

/** The icons of the buttons whose actions are always refused. */
const refusedIcons = [
  'plus',
  'pause',
  'play',
  'chart-no-axes-gantt',
  'gauge',
  'ban',
  'files',
  'pencil',
  'clock',
  'arrow-up-narrow-wide',
  'unlink',
];

/** The stylesheet for the board: sets our colours, and hides buttons that users may not press. */
export function boardStyles(mayRemove: boolean): string {
  const button = (...icons: string[]) =>
    `:is(button, [role='menuitem']):has(${icons.map((icon) => `.lucide-${icon}`).join()})`;
  const hidden = [
    button(...refusedIcons),
    // Only individual jobs can be retried or removed here.
    `${button('refresh-cw', 'trash-2')}:not([class*='jobActions'] *)`,
    ...(mayRemove ? [] : [button('trash-2')]),
    // Hides the menu of a queue, which would be empty.
    `[class*='trigger']:has(.lucide-ellipsis-vertical)`,
  ];
  return [
    `${hidden.join()} { display: none; }`,
    colors(':root', palettes.light),
    colors('.dark-mode', palettes.dark),
  ].join('\n');
}

function colors(selector: string, palette: typeof palettes.light): string {
  const { paper, tint, card, ink, muted, line, control, primary, onPrimary, danger } = palette;
  const tokens = {
    ...{ background: paper, foreground: ink, card, 'card-foreground': ink },
    ...{ popover: card, 'popover-foreground': ink, primary, 'primary-foreground': onPrimary },
    ...{ muted: tint, 'muted-foreground': muted, border: line, input: control, ring: primary },
    ...{ sidebar: tint, 'sidebar-foreground': ink, 'sidebar-border': line, destructive: danger },
  };
  const set = Object.entries(tokens).map(([name, value]) => `--${name}: ${value};`);
  return `${selector} { ${set.join(' ')} }`;
}

/**
 * A template engine for the board's only page. Adds our styles, and removes inline styles
 * and the font from another server, which the policy does not allow.
 */
export function renderBoardPage(
  file: string,
  values: object,
  done: (error: unknown, html?: string) => void,
): void {
  try {
    const page = readFileSync(file, 'utf8')
      .replace(/<link[^>]+fonts\.googleapis\.com[^>]*>/g, '')
      .replace(/<style>.*?<\/style>/gs, '')
      .replace(/ style="[^"]*"/g, '')
      .replace(
        '</head>',
        `<link href="${queueBoardPath}${boardStylePath}" rel="stylesheet"></head>`,
      )
      .replace(/<%([=-]) (\w+) %>/g, (_tag, kind: string, name: string) => {
        const value = (values as Record<string, string | undefined>)[name] ?? '';
        return kind === '=' ? escapeHtml(value) : value;
      });
    done(null, page);
  } catch (error) {
    done(error);
  }
}
