import type { Request } from 'express';

import { createHttpApp } from '#server/http-app.ts';
import { startHttpServer, type RunningServer } from '#server/http.ts';
import { serveMetrics } from '#server/metrics.ts';
import type { Logger } from '#server/logger.ts';
import { startAlerts } from '../checks/alerts.ts';
import type { OfficeConfig } from '../config.ts';
import { officePath, queueBoardPath } from '../paths.ts';
import { createGuard } from '../accounts/guard.server.ts';
import { manageHandlers } from '../accounts/manage.server.ts';
import { passkeyHandlers } from '../accounts/passkeys.server.ts';
import { signInHandlers } from '../accounts/sign-in.server.ts';
import { auditHandlers } from '../audit/server.ts';
import { blockListHandlers } from '../block-list/server.ts';
import { createContext, type Context } from './context.ts';
import { enquiryHandlers } from '../enquiries/server.ts';
import { overviewHandlers } from '../overview/server.ts';
import { letterRoute, peopleHandlers } from '../people/server.ts';
import { queueBoard } from '../status/queue-board.server.ts';
import { statusHandlers } from '../status/server.ts';
import { submissionRoutes } from '../enquiries/read-submissions.server.ts';
import { addActions } from './actions.ts';
import { startHourly } from './hourly.ts';
import { addRoutes, type Route } from './route.ts';
import { servePages } from './serve-pages.ts';

/**
 * Starts even if Redis or MongoDB is down. Until they are back, requests that need them get a 503.
 * @throws if the port is not available.
 */
export async function startOffice(config: OfficeConfig, logger: Logger): Promise<RunningServer> {
  const context = await createContext(config, logger);
  const { OFFICE_HOST: host, OFFICE_PORT: port, metrics } = config;
  const server = await startHttpServer(createApp(context), { host, port });
  const metricsServer = await serveMetrics(context.metrics, metrics, logger);
  logger.info({ host, port: server.port }, 'listening');
  const { targets, heartbeatUrl } = config.alerts;
  const isWanted = heartbeatUrl !== undefined || Object.keys(targets).length > 0;
  const alerts = isWanted ? startAlerts(context.checked, config.alerts, logger) : undefined;
  const stopHourly = startHourly(context);
  return {
    port: server.port,
    async stop() {
      stopHourly();
      await Promise.all([alerts?.stop(), metricsServer?.stop(), server.stop()]);
      await context.close();
    },
  };
}

function createApp(context: Context) {
  const { config } = context;
  const guard = createGuard(context);
  return createHttpApp({
    ...context,
    name: 'The enquiries desk',
    settings: config,
    addRoutes(app) {
      addRoutes(app, context, guard, routesOf(context));
      addActions(app, context, guard, {
        ...signInHandlers(context),
        ...passkeyHandlers(context),
        ...manageHandlers,
        ...auditHandlers,
        ...blockListHandlers(context),
        ...enquiryHandlers(context.presence),
        ...overviewHandlers,
        ...peopleHandlers,
        ...statusHandlers(context),
      });
      const admit = guard({ right: 'queue.read' });
      const admitPoll = guard({ right: 'queue.read', isAutomatic: true });
      app.use(
        queueBoardPath,
        (request, ...rest) => (isPoll(request) ? admitPoll : admit)(request, ...rest),
        queueBoard(context),
      );
      app.use(officePath, servePages());
    },
  });
}

/** Whether it is a request that an open page of the queue board repeats every few seconds. */
function isPoll({ method, path }: Request): boolean {
  return method === 'GET' && path.startsWith('/api/');
}

/** The routes that are not in the map of actions (api.ts), with the rights that they require. */
export function routesOf(context: Context): Route[] {
  return [...submissionRoutes, letterRoute(context)];
}
