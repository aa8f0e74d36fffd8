import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';

import { answerMalformed, answerUnfit } from '../platform/answer-malformed.ts';
import type { MessageClasses } from './express-messages.ts';

/** Milliseconds that requests in flight are given once the server is asked to close. */
const patience = 7_000;

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
  let inFlight = 0;
  let onIdle = (): void => undefined;
  const server = createServer({ ...limits, ...change }, (request, response) => {
    inFlight += 1;
    response.once('close', () => {
      inFlight -= 1;
      if (inFlight === 0) onIdle();
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
        // What is left without a request in flight is idle, or a client that never finished one.
        onIdle = () => server.closeAllConnections();
        const deadline = setTimeout(onIdle, patience);
        server.close((error) => {
          clearTimeout(deadline);
          if (error) reject(error);
          else resolve();
        });
        if (inFlight === 0) onIdle();
      }),
  };
}
