import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { Server as TcpServer } from 'node:net';

import { answerMalformed, answerUnfit } from '../platform/answer-malformed.ts';
import type { MessageClasses } from './express-messages.ts';

/** Milliseconds that requests in flight are given once the server is asked to close. */
const patience = 7_000;
/** Milliseconds in which each connection may bring one more request, whose answer ends it. */
const lastRequests = 250;

export interface ApiServer {
  server: Server;
  /** Stops accepting, lets the requests in flight be answered, and closes every connection. */
  close(): Promise<void>;
}

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

/** An HTTP server that no slow or oversized client can hold for long. It does not listen yet. */
export function createApiServer(
  listener: RequestListener,
  change: Partial<typeof limits & MessageClasses> = {},
): ApiServer {
  const inFlight = new Set<ServerResponse>();
  let closing = false;
  let onIdle = (): void => undefined;
  const server = createServer({ ...limits, ...change }, (request, response) => {
    inFlight.add(response);
    // A connection that is kept would bring one request after the other, until the deadline.
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
    answerUnfit(response, 417, 'The request expects what we do not do.'),
  );
  return {
    server,
    close: () =>
      new Promise((resolve, reject) => {
        const closeAll = () => server.closeAllConnections();
        const deadline = setTimeout(closeAll, patience);
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
