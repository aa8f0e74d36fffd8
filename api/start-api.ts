import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import type { Logger } from '../platform/logger.ts';
import { createApp } from './app.ts';
import type { ApiConfig } from './config.ts';
import { createContext } from './context.ts';
import { messagesOf } from './express-messages.ts';
import { serveMetrics } from './serve-metrics.ts';
import { createApiServer } from './server.ts';

export interface RunningApi {
  port: number;
  /** Undefined when there are no metrics to be had. */
  metricsPort: number | undefined;
  /** Resolves when the requests in flight are answered and every connection is closed. */
  stop(): Promise<void>;
}

/**
 * Starts the API. It serves, and says 503, without Redis too.
 *
 * @throws when the port cannot be listened on.
 */
export async function startApi(config: ApiConfig, logger: Logger): Promise<RunningApi> {
  const context = await createContext(config, logger);
  const app = createApp(context);
  const { server, close } = createApiServer(app, messagesOf(app));
  try {
    server.listen(config.API_PORT, config.API_HOST);
    await once(server, 'listening');
  } catch (error) {
    await context.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  logger.info({ host: config.API_HOST, port }, 'listening');
  const metrics = config.metrics.port > 0 ? await serveMetrics(context) : undefined;
  return {
    port,
    metricsPort: metrics?.port,
    async stop() {
      await metrics?.close();
      await close();
      await context.close();
    },
  };
}
