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

import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { startMetricsServer } from '../ops-servers.ts';
import type { MetricsConfig } from '../settings.ts';
import { answerMalformed, answerUnfit, findUnfit } from './answer-malformed.ts';

/** Milliseconds that requests in flight are given once the server is asked to close. */
const drainTimeout = 7_000;
/** Milliseconds in which each connection may bring one more request, whose answer ends it. */
const lastRequests = 250;

/** Limits of Node.js, in milliseconds and bytes. */
const nodeLimits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  // Longer than a reverse proxy's own limit, so that the proxy never reuses a closed one.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 8_192,
  // Asked for below instead, because Node.js answers without our headers.
  requireHostHeader: false,
} satisfies ServerOptions;

/** Limits of ours, in milliseconds and bytes. */
const ownLimits = {
  /** Those that come while there are as many are closed at once. */
  maxConnections: 2_000,
  /** After so many its client finds another, perhaps of a replica that has just started. */
  requestsPerConnection: 32,
  /** Neither browsers nor proxies send a request before they have the answer to the one before. */
  requestsAtOnce: 32,
  /**
   * From a request's head until its answer has left: longer than any route of ours takes. Of an
   * answer that may last, from one part to the next.
   */
  answerTimeout: 60_000,
  /** Above what any route reads. Those that read say what they take. */
  maxBodySize: 131_072,
};

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

interface Connection {
  /** How many it has brought. */
  requests: number;
  latest?: ServerResponse;
  unanswered: Set<ServerResponse>;
  /** Whether it has brought what cannot be read, after which nothing can. */
  broken?: boolean;
}

const lasting = new WeakSet<ServerResponse>();

/** Lets an answer last for as long as its client takes what there is of it. */
export function letLast(response: ServerResponse): void {
  lasting.add(response);
}

/** An HTTP server that no slow or oversized client can hold for long. It does not listen yet. */
export function createHttpServer(
  listener: RequestListener,
  options: Partial<typeof nodeLimits & typeof ownLimits> = {},
) {
  const limits = { ...nodeLimits, ...ownLimits, ...options };
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
    if (connection.unanswered.size > limits.requestsAtOnce) {
      socket.destroy();
      return;
    }
    const deadline = setTimeout(() => {
      if (lasting.has(response)) socket.setTimeout(limits.answerTimeout);
      else socket.destroy();
    }, limits.answerTimeout);
    inFlight.add(response);
    // A connection that stays open would bring one request after the other, until the deadline; and
    // Node.js reads nothing behind a request to upgrade.
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
    const unfit = findUnfit(request, limits.maxBodySize);
    if (unfit) answerUnfit(response, ...unfit);
    else listener(request, response);
  }

  const server = createServer(limits, serve);
  server.maxConnections = limits.maxConnections;
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // Asks for the body only if it may come: Node.js would ask before anybody has looked.
    if (Number(request.headers['content-length'] ?? 0) <= limits.maxBodySize) {
      response.writeContinue();
    }
    serve(request, response);
  });
  server.on('checkExpectation', (_request, response) =>
    answerUnfit(response, 417, 'An Expect header may only say 100-continue.'),
  );
  server.on('connect', (_request, socket) => answerMalformed(new Error('CONNECT'), socket));
  server.on('clientError', (error, socket) => {
    const connection = connections.get(socket);
    if (connection?.broken) return;
    if (connection) connection.broken = true;
    const { latest, unanswered = [] } = connection ?? {};
    const refuse = () => {
      if (latest?.headersSent && !latest.req.complete) socket.end(() => socket.destroy());
      else answerMalformed(error, socket);
    };
    // What was asked before is answered before: it may be an enquiry that has been taken.
    const earlier = [...unanswered].findLast(({ req }) => req.complete);
    if (earlier) earlier.once('close', refuse);
    else refuse();
  });
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
        const closeIdle = () => {
          // What is left without a request in flight is idle, or a client that never finished one.
          onIdle = closeAll;
          if (inFlight.size === 0) onIdle();
        };
        // After what arrived while this process was held up has been read.
        setTimeout(() => setImmediate(closeIdle), lastRequests);
      }),
  };
}
