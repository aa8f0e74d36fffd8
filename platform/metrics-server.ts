import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Logger } from './logger.ts';
import { watchProcess, type Metrics } from './metrics.ts';

export interface MetricsServer {
  port: number;
  close(): Promise<void>;
}

export interface MetricsServerOptions {
  port: number;
  host: string;
  metrics: Metrics;
  logger: Logger;
}

/**
 * Serves `/metrics` on a port of its own, which is for Prometheus and not for the world. Resolves
 * to undefined when the port is taken: enquiries matter more than counting them.
 */
export async function startMetricsServer(
  options: MetricsServerOptions,
): Promise<MetricsServer | undefined> {
  const { port, host, metrics, logger } = options;
  const server = createMetricsServer(metrics);
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    logger.error({ port, err: error }, 'metrics cannot be served');
    return undefined;
  }
  server.on('error', (error) => logger.error({ err: error }, 'metrics server failed'));
  watchProcess(metrics);
  const { port: actual } = server.address() as AddressInfo;
  logger.info({ host, port: actual }, 'serving metrics');
  return {
    port: actual,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function createMetricsServer(metrics: Metrics): Server {
  return createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
      response.end('There is only /metrics here.\n');
      return;
    }
    metrics.write().then(
      (text) => {
        response.writeHead(200, {
          'content-type': metrics.registry.contentType,
          'cache-control': 'no-store',
        });
        response.end(text);
      },
      () => response.writeHead(500).end(),
    );
  });
}
