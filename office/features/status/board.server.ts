import { readFileSync } from 'node:fs';
import type { Queue } from 'bullmq';
import express, { type Express, type RequestHandler } from 'express';

import { escapeHtml } from '../../../contract/escape-html.ts';
import { iconMarkup } from '../../../design/mark.ts';
import { palettes } from '../../../design/tokens.ts';
import { Problem } from '../../../packages/server/http.ts';
import { officePath, queueBoardPath } from '../../paths.ts';
import type { Context } from '../../server/context.ts';
import { record } from '../../server/run-action.ts';
import { withProblems } from '../../server/staff-database.ts';
import { staffOf } from '../../accounts/guard.server.ts';

// The board's script adds one style element, always with the same text.
const boardStyle = "'sha256-r2N1TB/gHbBtBZFKg7ejmq1acVSREzucTAEw6ga4hoU='";
const policy = [
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

/**
 * Bull Board, for looking only. It shows neither the data of jobs nor why they failed, because both
 * can quote a visitor. Opening it is recorded.
 */
export function queueBoard({ queues, taskAs }: Pick<Context, 'queues' | 'taskAs'>): RequestHandler {
  let board: Promise<Express> | undefined;
  return async (request, response, next) => {
    response.locals.route = queueBoardPath;
    if (!['GET', 'HEAD'].includes(request.method)) {
      throw new Problem(403, 'The queue board is for looking. Change queues on the page Status.');
    }
    if (!/^\/(api\/|static\/|office\.css)/.test(request.path)) {
      const task = taskAs(staffOf(response), request, response.locals.session);
      await withProblems(() => record(task, 'queue.board', {}));
    }
    const send = response.json.bind(response);
    response.json = (body: unknown) => send(withoutData(body));
    // Overrides the caching headers of the board's own files.
    response.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' });
    (await (board ??= createBoard(queues)))(request, response, next);
  };
}

const hidden = new Set(['data', 'failedReason', 'deferredFailure', 'returnValue', 'returnvalue']);

/** A response of the board in which what could quote a visitor is hidden. */
export function withoutData(body: unknown): unknown {
  if (body === undefined) return body;
  const text = JSON.stringify(body, (name, value: unknown) => {
    if (name === 'stacktrace' || name === 'logs') return [];
    // The arrays called `data` are counts of jobs per minute.
    const isHidden = hidden.has(name) && value && !Array.isArray(value);
    return isHidden ? '[hidden]' : value;
  });
  return JSON.parse(text) as unknown;
}

async function createBoard(queues: readonly Queue[]): Promise<Express> {
  // Loaded on first use, because most installations never open the board.
  const [{ createBullBoard }, { BullMQAdapter }, { ExpressAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/express'),
  ]);
  const serverAdapter = new ExpressAdapter();
  serverAdapter.setBasePath(queueBoardPath);
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter,
    options: {
      uiConfig: {
        boardTitle: 'Queues',
        boardLogo: { path: mark, width: 32, height: 32 },
        favIcon: { default: mark, alternative: mark },
        miscLinks: [{ text: 'Enquiries', url: `${officePath}/status` }],
        hideDocsLink: true,
        showMetrics: true,
      },
    },
  });
  const app = serverAdapter.getRouter() as Express;
  app.disable('x-powered-by');
  app.disable('etag');
  app.engine('ejs', renderPage);
  const styles = [colors(':root', palettes.light), colors('.dark-mode', palettes.dark)].join('\n');
  return express()
    .get('/office.css', (_request, response) => void response.type('css').send(styles))
    .use(app);
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
 * A template engine for the board's only page. Adds our colours, and removes inline styles and the
 * font from another server, which the policy does not allow.
 */
function renderPage(
  file: string,
  values: object,
  done: (error: unknown, html?: string) => void,
): void {
  const styles = `<link href="${queueBoardPath}/office.css" rel="stylesheet"></head>`;
  const page = readFileSync(file, 'utf8')
    .replace(/<link[^>]+fonts\.googleapis\.com[^>]*>/g, '')
    .replace(/<style>.*?<\/style>/gs, '')
    .replace(/ style="[^"]*"/g, '')
    .replace('</head>', styles)
    .replace(/<%([=-]) (\w+) %>/g, (_tag, kind: string, name: string) => {
      const value = (values as Record<string, string | undefined>)[name] ?? '';
      return kind === '=' ? escapeHtml(value) : value;
    });
  done(null, page);
}
