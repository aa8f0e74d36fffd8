import type { Queue } from 'bullmq';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';

import { queueBoardPath } from '../../paths.ts';
import type { Role } from '../../../contract/roles.ts';
import { ruleOf, type AuditAction } from '../audit/audit-words.ts';
import { storeSubmissionJob } from '../../../contract/jobs.ts';
import type { AuditSubject } from '../../../storage/audit-trail.ts';
import type { Database } from '../../../storage/connection.ts';
import { documentOf, storeDocuments } from '../../../storage/submissions.ts';
import {
  boardConfig,
  boardPolicy,
  boardStylePath,
  boardStyles,
  renderBoardPage,
} from './board-page.server.ts';
import { may, refusalOf } from '../../rights.ts';
import type { Context } from '../../server/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { actorOf, isRecent } from '../../server/run-action.ts';
import { staffOf } from '../../accounts/guard.server.ts';
import type { StaffDatabase } from '../../server/staff-database.ts';

/** The queue board. Only roles with the right to read enquiries see what visitors typed. */
export function queueBoard({
  queues,
  database,
  stores,
  taskAs,
}: Pick<Context, 'queues' | 'database' | 'stores' | 'taskAs'>): RequestHandler {
  const boards = new Map<Role, Promise<Express>>();
  const boardFor = (role: Role) => {
    const board = boards.get(role) ?? createBoard(queues, role);
    boards.set(role, board);
    return board;
  };
  const auditReading = createReadingAudit(database);
  return async (request, response, next) => {
    const account = staffOf(response);
    response.locals.route = queueBoardPath;
    const task = taskAs(account, request, response.locals.session);
    const who = actorOf(task);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const { action, subject } = await recordChange(database, who, request, response);
      // Refused here, because the board would accept variants of an allowed path, such as one with
      // a trailing slash.
      if (action === 'queue.change') throw new Problem(403, notAllowed);
      if (action === 'queue.remove-job' && may(account.role, 'enquiry.delete')) {
        if (!isRecent(task)) {
          throw new Problem(
            403,
            'You signed in more than ten minutes ago. Sign out of the enquiries desk, sign in and try again.',
          );
        }
        const queue = queues.find(({ name }) => name === subject.conditions?.[0]);
        const job = await queue?.getJob(subject.ids?.[0] ?? '');
        await database.use((store) => keepEnquiry(store, job?.data, stores.retentionMonths));
      }
    } else if (may(account.role, 'enquiry.read')) {
      const send = response.json.bind(response);
      // Only JSON is intercepted, because all of the board's responses that contain jobs are JSON.
      response.json = (body: unknown) => {
        auditReading(who, jobsIn(body)).then(() => send(body), next);
        return response;
      };
    }
    // Overrides the caching headers of the board's own files.
    response.set({ 'Content-Security-Policy': boardPolicy, 'Cache-Control': 'no-store' });
    const board = await boardFor(account.role);
    board(request, response, next);
  };
}

type Who = ReturnType<typeof actorOf>;

const anHour = 3_600_000;
const maxRecorded = 10_000;

/**
 * Records which enquiries an account reads on the board, before the board shows them. The same
 * enquiry is recorded for an account only about once an hour, because the open board polls every
 * few seconds.
 */
function createReadingAudit(database: StaffDatabase) {
  const recordedAt = new Map<string, number>();
  return async (who: Who, jobs: readonly string[]): Promise<void> => {
    const keyOf = (id: string) => `${who.actor} ${id}`;
    const isNew = (id: string) => Date.now() - (recordedAt.get(keyOf(id)) ?? 0) >= anHour;
    const ids = jobs.filter(isNew);
    if (ids.length === 0 && !isNew('')) return;
    await database.use(({ audit }) =>
      audit.record({ ...who, action: 'queue.board', subject: { ids } }),
    );
    if (recordedAt.size > maxRecorded) recordedAt.clear();
    for (const id of ['', ...ids]) recordedAt.set(keyOf(id), Date.now());
  };
}

/**
 * The ids of the enquiries in a response of the board. Each job id begins with the id of its
 * enquiry.
 */
function jobsIn(body: unknown): string[] {
  const { queues = [], job } = (body ?? {}) as { queues?: { jobs?: BoardJob[] }[]; job?: BoardJob };
  const jobs = [...queues.flatMap((queue) => queue.jobs ?? []), ...(job ? [job] : [])];
  const ids = jobs.flatMap(
    ({ id }) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(String(id)) ?? [],
  );
  return [...new Set(ids)];
}

interface BoardJob {
  id?: unknown;
}

/** Records a change before the board makes or refuses it, and its outcome afterwards. */
async function recordChange(
  database: StaffDatabase,
  who: Who,
  { path }: Request,
  response: Response,
) {
  const change = recordOf(path);
  const started = await database.use(({ audit }) => audit.start({ ...who, ...change }));
  response.once('finish', () => {
    const { statusCode } = response;
    const outcome = statusCode === 403 ? 'refused' : statusCode < 400 ? 'done' : 'failed';
    // If MongoDB is down by now, the record still says that the change was started.
    database.use(() => started.end(outcome)).catch(() => undefined);
  });
  return change;
}

/**
 * Before a job is removed, stores the enquiry that the job contains. If the enquiry is stored
 * already, the job no longer contains it.
 */
async function keepEnquiry(store: Database, data: unknown, retentionMonths: number): Promise<void> {
  const { success, data: payload } = storeSubmissionJob.schema.safeParse(data);
  if (!success) return;
  const { id, acceptedAt, noticeVersion, form, screening, acknowledge } = payload;
  const submission = documentOf({
    ...{ id, noticeVersion, form, retentionMonths },
    ...{ acceptedAt: new Date(acceptedAt), storedAt: new Date() },
    ...{ ...(screening && { screening }) },
    ...(acknowledge === false ? { unacknowledged: 'its job was removed' } : {}),
  });
  await storeDocuments(store, [submission]);
}

/** The allowed routes of the board, each with its action. All other changes are refused. */
const allowedChanges: Record<string, AuditAction> = {
  '/api/queues/:queueName/promote': 'queue.promote',
  '/api/queues/:queueName/:jobId/retry': 'queue.retry-job',
  '/api/queues/:queueName/:jobId/promote': 'queue.promote-job',
  '/api/queues/:queueName/:jobId/clean': 'queue.remove-job',
};

const changePatterns = Object.entries(allowedChanges).map(([route, action]) => {
  return [new RegExp(`^${route.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`), action] as const;
});

/**
 * The action and the subject that are recorded for a change. If the change is not allowed, the
 * subject contains the parts of its path.
 */
function recordOf(path: string): { action: AuditAction; subject: Partial<AuditSubject> } {
  for (const [pattern, action] of changePatterns) {
    const { queueName, jobId } = decode(pattern.exec(path)?.groups);
    if (queueName === undefined) continue;
    return {
      action,
      subject: { ids: jobId === undefined ? [] : [jobId], conditions: [queueName] },
    };
  }
  const conditions = path.replace('/api/queues/', '').split('/');
  return { action: 'queue.change', subject: { conditions } };
}

/** The decoded parameters of a path; none if they cannot be decoded. */
function decode(parameters: Record<string, string> = {}): Record<string, string> {
  try {
    const entries = Object.entries(parameters);
    return Object.fromEntries(entries.map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch {
    return {};
  }
}

const notAllowed =
  'The queue board can only promote jobs, and retry or remove individual ones. For the rest, use the status page.';

async function createBoard(queues: readonly Queue[], role: Role): Promise<Express> {
  // Loaded on first use, because most installations never open the board.
  const [{ createBullBoard }, { BullMQAdapter }, { ExpressAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/express'),
  ]);
  const server = new ExpressAdapter();
  server.setBasePath(queueBoardPath);
  createBullBoard({
    queues: queues.map((queue) => {
      const adapter = new BullMQAdapter(queue);
      if (!may(role, 'enquiry.read')) adapter.setFormatter('data', maskJobData);
      return adapter;
    }),
    serverAdapter: server,
    options: {
      uiConfig: boardConfig,
      handlerHooks: {
        before({ method, route }) {
          const refusal = method === 'get' ? undefined : whyRefused(route, role);
          return refusal ? { allow: false, status: 403, message: refusal } : undefined;
        },
      },
    },
  });
  const app = server.getRouter() as Express;
  app.disable('x-powered-by');
  app.disable('etag');
  app.engine('ejs', renderBoardPage);
  return express()
    .get(boardStylePath, (_request, response) => {
      response.type('css').send(boardStyles(may(role, 'enquiry.delete')));
    })
    .use(app);
}

function whyRefused(route: string, role: Role): string | undefined {
  const action = Object.hasOwn(allowedChanges, route) ? allowedChanges[route] : undefined;
  if (!action) return notAllowed;
  return refusalOf({ role }, ruleOf(action).right);
}

/** The fields of job data that never contain personal data. */
const plain = new Set([
  'version',
  'id',
  'acceptedAt',
  'noticeVersion',
  'stored',
  'quarantined',
  'submissionId',
  'kind',
]);

/**
 * Returns the data of a job with every field hidden, except those that never contain personal data.
 */
export function maskJobData(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return '[hidden]';
  return Object.fromEntries(
    Object.entries(data).map(([name, value]: [string, unknown]) => [
      name,
      plain.has(name) && typeof value !== 'object' ? value : '[hidden]',
    ]),
  );
}
