import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { Server as TcpServer, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

import { hstsOfSubdomains } from '../../contract/security-headers.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { startMetricsServer } from '../ops-servers.ts';
import type { MetricsConfig } from '../settings.ts';
import { answerMalformed, findRequestError, rejectRequest } from './answer-malformed.ts';
import { createNetworkLimits } from './network-limits.ts';

/** Milliseconds after which a closing server closes connections that still have requests. */
const drainTimeout = 7_000;
/** Milliseconds for which a closing server keeps idle connections open for one last request. */
const idleGracePeriod = 250;

/** Limits of Node.js: times in milliseconds, sizes in bytes. */
const nodeLimits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  // Longer than a reverse proxy's own limit, so that the proxy never reuses a closed connection.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 8_192,
  // Checked in findRequestError, because Node.js would answer without our headers.
  requireHostHeader: false,
} satisfies ServerOptions;

/** Our own limits: times in milliseconds, sizes in bytes. */
const ownLimits = {
  /** The maximum number of connections. Further ones are closed immediately. */
  maxConnections: 6_000,
  /** Clients reconnect after this many requests, which lets a load balancer use new replicas. */
  requestsPerConnection: 32,
  /**
   * The maximum number of unanswered requests per connection. Browsers and proxies do not pipeline,
   * so they never reach it.
   */
  maxPipelined: 32,
  /**
   * The maximum time from the request's headers to the end of the response, which is far more than
   * a route needs. After `allowSlowResponse`, only the time between two parts is limited.
   */
  answerTimeout: 60_000,
  /** The maximum size of a body on any route. Routes that read a body have lower limits. */
  maxBodySize: 131_072,
  bodyTimeout: 5_000,
  bytesPerSecond: 500,
  bodiesPerNetwork: 8,
  connectionsPerNetwork: 100,
  /** The number of trusted proxies, which pass on their clients' addresses. */
  trustedProxyHops: 0,
  includeSubDomains: false,
};

export type RunningServer = Awaited<ReturnType<typeof startHttpServer>>;

/**
 * Serves an app and its metrics. Closes the context when stopped, or if the port is not available.
 *
 * @throws if the port is not available.
 */
export async function startHttpServer(
  listener: RequestListener,
  {
    host,
    port,
    metrics,
    ...limits
  }: {
    host: string;
    port: number;
    metrics: MetricsConfig;
    trustedProxyHops: number;
    includeSubDomains: boolean;
  },
  context: { logger: Logger; metrics: Metrics; close: () => Promise<void> },
) {
  const { server, close } = createHttpServer(listener, limits);
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
    /** Undefined if metrics are not served. */
    metricsPort: metricsServer?.port,
    /** Stops serving. Resolves when requests in flight are answered and everything is closed. */
    stop: async () => {
      await metricsServer?.close();
      await close();
      await context.close();
    },
  };
}

const tooManyBodies: [number, string] = [
  429,
  'Too many requests from your network are still being sent.',
];

interface Connection {
  requests: number;
  latest?: ServerResponse;
  unanswered: Set<ServerResponse>;
  /** Whether the client sent malformed data. Nothing after such data can be parsed. */
  broken?: boolean;
}

const slowResponses = new WeakSet<ServerResponse>();

/** Allows a response to take any length of time, as long as the client keeps reading it. */
export function allowSlowResponse(response: ServerResponse): void {
  slowResponses.add(response);
}

/** Creates an HTTP server that is protected against slow and oversized requests. */
export function createHttpServer(
  listener: RequestListener,
  options: Partial<typeof nodeLimits & typeof ownLimits> = {},
) {
  const limits = { ...nodeLimits, ...ownLimits, ...options };
  const hsts = limits.includeSubDomains ? hstsOfSubdomains : {};
  const inFlight = new Set<ServerResponse>();
  const connections = new WeakMap<Duplex, Connection>();
  let closing = false;
  let onIdle = (): void => undefined;

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = connections.get(socket) ?? { requests: 0, unanswered: new Set() };
    connections.set(socket, connection);
    connection.requests += 1;
    connection.latest = response;
    connection.unanswered.add(response);
    if (connection.unanswered.size > limits.maxPipelined) {
      socket.destroy();
      return;
    }
    const deadline = setTimeout(() => {
      if (slowResponses.has(response)) socket.setTimeout(limits.answerTimeout);
      else socket.destroy();
    }, limits.answerTimeout);
    inFlight.add(response);
    // Without `shouldKeepAlive = false`, a connection could send further requests to a closing
    // server until the deadline. After an upgrade request, Node.js reads nothing more.
    const isLast = closing || connection.requests >= limits.requestsPerConnection;
    if (isLast || request.headers.upgrade !== undefined) {
      response.shouldKeepAlive = false;
    }
    response.once('close', () => {
      clearTimeout(deadline);
      connection.unanswered.delete(response);
      inFlight.delete(response);
      if (inFlight.size === 0) onIdle();
    });
    const error =
      findRequestError(request, limits.maxBodySize) ??
      (networks.admitBody(request) ? undefined : tooManyBodies);
    if (error) rejectRequest(response, ...error, hsts);
    else listener(request, response);
  }

  const server = createServer(limits, serve);
  const networks = createNetworkLimits(limits, limits.trustedProxyHops, (socket) => {
    const error = Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', error, socket);
  });
  server.on('connection', (socket) => {
    if (!networks.admitConnection(socket)) socket.destroy();
  });
  server.maxConnections = limits.maxConnections;
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // By default Node.js sends 100 Continue before the size is checked.
    if (Number(request.headers['content-length'] ?? 0) <= limits.maxBodySize) {
      response.writeContinue();
    }
    serve(request, response);
  });
  server.on('checkExpectation', (_request, response) =>
    rejectRequest(response, 417, 'The Expect header supports only 100-continue.', hsts),
  );
  server.on('connect', (_request, socket) => answerMalformed(new Error('CONNECT'), socket, hsts));
  server.on('clientError', (error, socket) => {
    const connection = connections.get(socket);
    if (connection?.broken) return;
    if (connection) connection.broken = true;
    const { latest, unanswered = [] } = connection ?? {};
    const refuse = () => {
      if (latest?.headersSent && !latest.req.complete) socket.end(() => socket.destroy());
      else answerMalformed(error, socket, hsts);
    };
    // Earlier requests are answered first, because one of them can be an accepted enquiry.
    const earlier = [...unanswered].findLast(({ req }) => req.complete);
    if (earlier) earlier.once('close', refuse);
    else refuse();
  });
  return {
    server,
    /** Stops accepting connections, completes requests in flight and closes all connections. */
    close: () =>
      new Promise<void>((resolve, reject) => {
        const closeAll = () => server.closeAllConnections();
        const deadline = setTimeout(closeAll, drainTimeout);
        closing = true;
        for (const response of inFlight) response.shouldKeepAlive = false;
        // The HTTP server's own close would also close idle connections. But a proxy can already be
        // sending its next request on such a connection.
        TcpServer.prototype.close.call(server, (error) => {
          clearTimeout(deadline);
          if (error) reject(error);
          else resolve();
        });
        const closeIdle = () => {
          // A connection without a request in flight is idle, or has sent only part of a request.
          onIdle = closeAll;
          if (inFlight.size === 0) onIdle();
        };
        // setImmediate lets the server first read requests that arrived while it was blocked.
        setTimeout(() => setImmediate(closeIdle), idleGracePeriod);
      }),
  };
}
