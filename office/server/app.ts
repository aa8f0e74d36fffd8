import type { Express } from 'express';

import { contactSubmissionsPath, queueBoardPath } from '../../contract/api.ts';
import { allowMethods, createHttpApp } from '../../platform/http/http-app.ts';
import { startHttpServer, type RunningServer } from '../../platform/http/http-server.ts';
import type { Logger } from '../../platform/logger.ts';
import type { OfficeConfig } from '../config.ts';
import { createContext, type Context } from './context.ts';
import { queueBoard } from './queue-board.ts';
import { listSubmissions, showSubmission } from './read-submissions.ts';
import { requireStaff } from './require-staff.ts';

/**
 * Starts the office's server. It serves, and says 503, without its stores too.
 *
 * @throws when the port cannot be listened on.
 */
export async function startOffice(config: OfficeConfig, logger: Logger): Promise<RunningServer> {
  const context = await createContext(config, logger);
  const { OFFICE_HOST: host, OFFICE_PORT: port, metrics } = config;
  return startHttpServer(createApp(context), { host, port, metrics }, context);
}

/** The office's operations, apart from listening. */
function createApp(context: Context): Express {
  const { authenticate, config, database } = context;
  const readers = requireStaff(authenticate, { personalData: true });
  const everybody = requireStaff(authenticate, { personalData: false });
  return createHttpApp({
    ...context,
    name: 'The office',
    trustedProxyHops: config.TRUSTED_PROXY_HOPS,
    addRoutes(app) {
      const readOnly = allowMethods('GET', 'HEAD');
      app.route(contactSubmissionsPath).get(readers, listSubmissions(database)).all(readOnly);
      app
        .route(`${contactSubmissionsPath}/:id`)
        .get(readers, showSubmission(database))
        .all(readOnly);
      app.use(queueBoardPath, everybody, queueBoard(context));
    },
  });
}
