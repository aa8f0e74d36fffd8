import { readFileSync } from 'node:fs';
import type { Queue } from 'bullmq';
import type { Express, RequestHandler } from 'express';

import { escapeHtml } from '#contract/escape-html.ts';
import { iconMarkup } from '#design/mark.ts';
import { Problem } from '#server/http.ts';
import { staffOf } from '../accounts/guard.server.ts';
import { officePath, queueBoardPath } from '../paths.ts';
import type { Context } from '../server/context.ts';
import { record } from '../server/perform.ts';
import { pagePolicy } from '../server/serve-pages.ts';
import { withProblems } from '../server/staff-database.ts';

// The board's script adds one style element, always with the same text.
const policy = pagePolicy('r2N1TB/gHbBtBZFKg7ejmq1acVSREzucTAEw6ga4hoU=', { base: "'self'" });
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
    if (!/^\/(api|static)\//.test(request.path)) {
      const task = taskAs(staffOf(response), request);
      await withProblems(() => record(task, 'queue.board'));
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
  return app;
}

/**
 * A template engine for the board's only page, without its inline styles and its font from another
 * server, which the policy does not allow.
 */
function renderPage(
  file: string,
  values: object,
  done: (error: unknown, html?: string) => void,
): void {
  const page = readFileSync(file, 'utf8')
    .replace(/<link[^>]+fonts\.googleapis\.com[^>]*>/g, '')
    .replace(/<style>.*?<\/style>/gs, '')
    .replace(/ style="[^"]*"/g, '')
    .replace(/<%([=-]) (\w+) %>/g, (_tag, kind: string, name: string) => {
      const value = (values as Record<string, string | undefined>)[name] ?? '';
      return kind === '=' ? escapeHtml(value) : value;
    });
  done(null, page);
}
