import { readFileSync } from 'node:fs';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { Queue } from 'bullmq';
import type { Express, Request, RequestHandler } from 'express';

import { queueBoardPath } from '../../contract/api.ts';
import { escapeHtml } from '../../platform/html.ts';
import type { Account } from '../../storage/users.ts';
import type { Context } from './context.ts';
import { staffOf } from './require-staff.ts';
import type { StaffDatabase } from './staff-database.ts';

// The board's script puts one style element, of always the same text, into its page.
const boardStyle = "'sha256-r2N1TB/gHbBtBZFKg7ejmq1acVSREzucTAEw6ga4hoU='";

/** What a page of the board may load: its own files, and nothing that stands in the page. */
const boardPolicy = [
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

/** The queues as staff see them: with what visitors typed only for those who may read it. */
export function queueBoard({
  queues,
  database,
}: Pick<Context, 'queues' | 'database'>): RequestHandler {
  const full = createBoard(queues, true);
  const masked = createBoard(queues, false);
  const audit = auditBoard(database);
  return async (request, response, next) => {
    const account = staffOf(response);
    response.locals.route = queueBoardPath;
    await audit(account, request);
    response.setHeader('Content-Security-Policy', boardPolicy);
    const board = account.maySeePersonalData ? full : masked;
    board(request, response, next);
  };
}

const anHour = 3_600_000;

/**
 * Records every change that is made through the board, and once an hour who can read enquiries in
 * it: the board asks again every few seconds for as long as it is open.
 */
function auditBoard(
  database: StaffDatabase,
): (account: Account, request: Pick<Request, 'method' | 'path'>) => Promise<void> {
  const recordedAt = new Map<string, number>();
  return async ({ id, username: actor, maySeePersonalData }, { method, path }) => {
    if (method !== 'GET' && method !== 'HEAD') {
      const [, queue, ...job] = /^\/api\/queues\/(\w+)(?:\/([\w-]+)\/\w+$)?/.exec(path) ?? [];
      const ids = [queue, ...job].filter((part) => part !== undefined);
      const subject = { ids: ids.slice(-1), conditions: ids.slice(0, 1) };
      await database.use(({ audit }) => audit.record({ actor, action: 'change-queue', subject }));
      return;
    }
    if (!maySeePersonalData || Date.now() - (recordedAt.get(id) ?? 0) < anHour) return;
    await database.use(({ audit }) => audit.record({ actor, action: 'read-queue-board' }));
    recordedAt.set(id, Date.now());
  };
}

/**
 * A board over the queues, as an application to be mounted. With personal data, jobs show what
 * visitors typed and may be removed.
 */
function createBoard(queues: readonly Queue[], personalData: boolean): Express {
  const server = new ExpressAdapter();
  server.setBasePath(queueBoardPath);
  createBullBoard({
    queues: queues.map((queue) => {
      const adapter = new BullMQAdapter(queue);
      if (!personalData) adapter.setFormatter('data', maskJobData);
      return adapter;
    }),
    serverAdapter: server,
    options: {
      uiConfig: { boardTitle: 'Queues', hideDocsLink: true },
      handlerHooks: {
        before({ method, route }) {
          const refusal = method === 'get' ? undefined : refusalOf(route, personalData);
          return refusal ? { allow: false, status: 403, message: refusal } : undefined;
        },
      },
    },
  });
  const app = server.getRouter() as Express;
  app.disable('x-powered-by');
  app.disable('etag');
  app.engine('ejs', renderBoardPage);
  return app;
}

/** What a board lets its user do. Whatever is not named here cannot be done through it. */
const repeat = new Set([
  '/api/queues/:queueName/:jobId/retry',
  '/api/queues/:queueName/retry/:queueStatus',
  '/api/queues/:queueName/:jobId/promote',
  '/api/queues/:queueName/promote',
  '/api/queues/:queueName/pause',
  '/api/queues/:queueName/resume',
]);
const remove = '/api/queues/:queueName/:jobId/clean';

/** Why a change is refused; undefined if it may be made. */
function refusalOf(route: string, mayRemove: boolean): string | undefined {
  if (repeat.has(route)) return undefined;
  if (route !== remove) return 'This board retries, promotes and removes single jobs only.';
  // Removing an enquiry that is not stored loses it: only for those who can see what it says.
  return mayRemove ? undefined : 'Your account may not remove jobs.';
}

/**
 * A template engine for the board's one page: without the styles that stand in it and the typeface
 * that it fetches from another server, neither of which the policy lets through.
 */
function renderBoardPage(
  file: string,
  values: object,
  done: (error: unknown, html?: string) => void,
): void {
  try {
    const page = readFileSync(file, 'utf8')
      .replace(/<link[^>]+fonts\.googleapis\.com[^>]*>/g, '')
      .replace(/<style>.*?<\/style>/gs, '')
      .replace(/ style="[^"]*"/g, '')
      .replace(/<%([=-]) (\w+) %>/g, (_tag, kind: string, name: string) => {
        const value = (values as Record<string, string | undefined>)[name] ?? '';
        return kind === '=' ? escapeHtml(value) : value;
      });
    done(null, page);
  } catch (error) {
    done(error);
  }
}

/** What a job's data may say to anybody on the staff; the rest may be personal. */
const plain = new Set([
  'version',
  'id',
  'acceptedAt',
  'noticeVersion',
  'canary',
  'stored',
  'quarantined',
  'submissionId',
  'kind',
]);

/** The data of a job with everything hidden that is not known to be harmless. */
export function maskJobData(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return '[hidden]';
  return Object.fromEntries(
    Object.entries(data).map(([name, value]: [string, unknown]) => [
      name,
      plain.has(name) && typeof value !== 'object' ? value : '[hidden]',
    ]),
  );
}
