import { once } from 'node:events';
import {
  createServer,
  type RequestListener,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { Server as TcpServer, type AddressInfo } from 'node:net';

import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { startMetricsServer } from '../ops-servers.ts';
import type { MetricsConfig } from '../settings.ts';
import { answerMalformed, answerUnfit } from './answer-malformed.ts';

/** Milliseconds that requests in flight are given once the server is asked to close. */
const drainTimeout = 7_000;
/** Milliseconds in which each connection may bring one more request, whose answer ends it. */
const lastRequests = 250;

/** In milliseconds, and bytes. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  // Longer than a reverse proxy's own limit, so that the proxy never reuses a closed one.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 8_192,
  // Asked for below instead, because Node.js answers without our headers.
  requireHostHeader: false,
} satisfies ServerOptions;

/** A process that answers requests. */
export interface RunningServer {
  port: number;
  /** Undefined when there are no metrics to be had. */
  metricsPort: number | undefined;
  /** Resolves when the requests in flight are answered and every connection is closed. */
  stop: () => Promise<void>;
}

/**
 * Serves an application, and its metrics. What it works with is closed when it stops.
 *
 * @throws when the port cannot be listened on.
 */
export async function startHttpServer(
  listener: RequestListener,
  { host, port, metrics }: { host: string; port: number; metrics: MetricsConfig },
  context: { logger: Logger; metrics: Metrics; close: () => Promise<void> },
): Promise<RunningServer> {
  const { server, close } = createHttpServer(listener);
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    await context.close();
    throw error;
  }
  const { port: actual } = server.address() as AddressInfo;
  context.logger.info({ host, port: actual }, 'listening');
  const metricsServer = await startMetricsServer(metrics, context);
  return {
    port: actual,
    metricsPort: metricsServer?.port,
    async stop() {
      await metricsServer?.close();
      await close();
      await context.close();
    },
  };
}

/** An HTTP server that no slow or oversized client can hold for long. It does not listen yet. */
export function createHttpServer(listener: RequestListener, options: Partial<typeof limits> = {}) {
  const inFlight = new Set<ServerResponse>();
  let closing = false;
  let onIdle = (): void => undefined;
  const server = createServer({ ...limits, ...options }, (request, response) => {
    inFlight.add(response);
    // A connection that stays open would bring one request after the other, until the deadline.
    if (closing) response.shouldKeepAlive = false;
    response.once('close', () => {
      inFlight.delete(response);
      if (inFlight.size === 0) onIdle();
    });
    if (request.headers.host === undefined && request.httpVersion !== '1.0') {
      answerUnfit(response, 400, 'The request does not say which host it is for.');
    } else {
      listener(request, response);
    }
  });
  server.on('clientError', answerMalformed);
  server.on('checkExpectation', (_request, response) =>
    answerUnfit(response, 417, 'An Expect header may only say 100-continue.'),
  );
  return {
    server,
    /** Stops accepting, lets the requests in flight be answered, and closes every connection. */
    close: () =>
      new Promise<void>((resolve, reject) => {
        const closeAll = () => server.closeAllConnections();
        const deadline = setTimeout(closeAll, drainTimeout);
        closing = true;
        for (const response of inFlight) response.shouldKeepAlive = false;
        // Not that of HTTP, which would close every connection that is idle, and with it those on
        // which a proxy's next request is on its way.
        TcpServer.prototype.close.call(server, (error) => {
          clearTimeout(deadline);
          if (error) reject(error);
          else resolve();
        });
        setTimeout(() => {
          // What is left without a request in flight is idle, or a client that never finished one.
          onIdle = closeAll;
          if (inFlight.size === 0) onIdle();
        }, lastRequests);
      }),
  };
}
