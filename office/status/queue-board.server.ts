import { readFileSync } from 'node:fs';
import type { Queue } from 'bullmq';
import type { Express, RequestHandler } from 'express';

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
      await withProblems(() => record(taskAs(staffOf(response), request), 'queue.board'));
    }
    response.set('Content-Security-Policy', policy);
    (await (board ??= createBoard(queues)))(request, response, next);
  };
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
  app.set('json replacer', hideText);
  app.engine('ejs', renderPage);
  return app;
}

const hidden = ['data', 'failedReason', 'deferredFailure', 'returnValue', 'returnvalue'];

/** Hides from the board's answers what could quote a visitor. */
function hideText(name: string, value: unknown): unknown {
  if (name === 'stacktrace' || name === 'logs') return [];
  // The arrays called `data` are counts of jobs per minute.
  return hidden.includes(name) && value && !Array.isArray(value) ? '[hidden]' : value;
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
    .replace(/<style>.*?<\/style>| style="[^"]*"/gs, '')
    .replace(
      /<%[=-] (\w+) %>/g,
      (_tag, name: string) => (values as Record<string, string>)[name] ?? '',
    );
  done(null, page);
}
