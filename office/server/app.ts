import type { Express, Request } from 'express';

import { queueBoardPath } from '../paths.ts';
import { createHttpApp } from '../../platform/http/http-app.ts';
import { startHttpServer, type RunningServer } from '../../platform/http/http-server.ts';
import { httpOptions } from '../../platform/settings.ts';
import type { Logger } from '../../platform/logger.ts';
import { startAlerts } from '../checks/alerts.ts';
import type { OfficeConfig } from '../config.ts';
import { officePath } from '../action.ts';
import { accountRoutes, tokenRoutes } from '../features/accounts/server.ts';
import { auditTrailRoutes } from '../features/audit/server.ts';
import { createContext, type Context } from './context.ts';
import { blockListRoutes } from '../features/block-list/server.ts';
import { enquiryHandlers } from '../enquiries/server.ts';
import { passkeyRoutes } from '../features/accounts/passkeys.server.ts';
import { overviewRoutes } from '../features/overview/server.ts';
import { peopleRoutes } from '../features/people/server.ts';
import { queueBoard } from '../features/status/board.server.ts';
import { submissionRoutes } from '../enquiries/read-submissions.server.ts';
import { createGuard } from '../shell/sign-in/require-staff.server.ts';
import { addActions, type Handlers } from './actions.ts';
import { startHourly } from './hourly.ts';
import { addRoutes, type Route } from './route.ts';
import { servePages } from './serve-pages.ts';
import { sessionRoutes } from '../shell/sign-in/sessions.server.ts';
import { statusRoutes } from '../features/status/server.ts';

/**
 * Starts the server of the enquiries desk. It starts even if Redis or MongoDB is down. Until they
 * are back, it answers 503 to requests that need them.
 *
 * @throws if the port is not available.
 */
export async function startOffice(config: OfficeConfig, logger: Logger): Promise<RunningServer> {
  const context = await createContext(config, logger);
  const { OFFICE_HOST: host, OFFICE_PORT: port, metrics } = config;
  const server = await startHttpServer(
    createApp(context),
    { host, port, metrics, ...httpOptions(config) },
    context,
  );
  const { targets, heartbeatUrl } = config.alerts;
  const isWanted = heartbeatUrl !== undefined || Object.keys(targets).length > 0;
  const alerts = isWanted ? startAlerts(context.checked, config.alerts, logger) : undefined;
  const stopHourly = startHourly(context);
  return {
    ...server,
    async stop() {
      stopHourly();
      await alerts?.stop();
      return server.stop();
    },
  };
}

function createApp(context: Context): Express {
  const { config } = context;
  const guard = createGuard(context);
  return createHttpApp({
    ...context,
    name: 'The enquiries desk',
    ...httpOptions(config),
    addRoutes(app) {
      const routes = routesOf(context);
      addRoutes(app, context, guard, routes);
      addActions(app, context, guard, { ...enquiryHandlers(context), ...sessionHandlers(routes) });
      const admit = guard({ right: 'queue.read' });
      const admitPoll = guard({ right: 'queue.read', automatic: true });
      app.use(
        queueBoardPath,
        (request, ...rest) => (isPoll(request) ? admitPoll : admit)(request, ...rest),
        queueBoard(context),
      );
      app.use(officePath, servePages(config));
    },
  });
}

/** The handlers of actions that have a route of their own beside the route of all actions. */
function sessionHandlers(routes: readonly Route[]) {
  const answer = (name: keyof Handlers) => {
    const route = routes.find((each) => each.name === name);
    if (!route?.answer) throw new Error(`${name} has no route.`);
    return route.answer as never;
  };
  return {
    'session.read': answer('session.read'),
    'session.sign-in': answer('session.sign-in'),
    'session.passkey-options': answer('session.passkey-options'),
    'session.sign-in-by-passkey': answer('session.sign-in-by-passkey'),
    'session.sign-out': answer('session.sign-out'),
    'account.names': answer('account.names'),
  } satisfies Partial<Handlers>;
}

/** Whether it is a request that an open page of the queue board repeats every few seconds. */
function isPoll({ method, path }: Request): boolean {
  return method === 'GET' && path.startsWith('/api/');
}

/** All data routes of the enquiries desk, with the rights that they require. */
export function routesOf(context: Context): Route[] {
  return [
    ...submissionRoutes,
    ...sessionRoutes(context),
    ...passkeyRoutes(context),
    ...accountRoutes(context),
    ...tokenRoutes(),
    ...blockListRoutes(context),
    ...overviewRoutes(context),
    ...peopleRoutes(context),
    ...auditTrailRoutes(),
    ...statusRoutes(context),
  ];
}
