import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

import { addressOf, isLoopback, sourceOf } from './request-source.ts';

/** The limits of one network: what it may keep open, and how fast its bodies must arrive. */
export interface NetworkLimits {
  /** Milliseconds within which a body must arrive. The bytes received extend this time. */
  bodyTimeout: number;
  /** The number of bytes that extend the time by a second. */
  bytesPerSecond: number;
  /** The maximum number of requests with an unfinished body. The machine itself has no limit. */
  bodiesPerNetwork: number;
  /** The maximum number of connections, except behind proxies and from the machine itself. */
  connectionsPerNetwork: number;
}

/**
 * Limits what each network keeps open, so that slow requests from one network cannot exhaust the
 * server.
 *
 * @param hops the number of trusted proxies.
 * @param onSlow called with the socket of a body that arrives too slowly.
 */
export function createNetworkLimits(
  limits: NetworkLimits,
  hops: number,
  onSlow: (socket: Socket) => void,
) {
  const bodies = createCounts(limits.bodiesPerNetwork);
  const connections = createCounts(limits.connectionsPerNetwork);

  /** Calls `onSlow` if the body arrives too slowly. Returns a function that ends the watch. */
  function watch({ socket }: IncomingMessage): () => void {
    const started = performance.now();
    const bytes = socket.bytesRead;
    function check(): void {
      const allowed =
        limits.bodyTimeout + ((socket.bytesRead - bytes) * 1_000) / limits.bytesPerSecond;
      const left = allowed - (performance.now() - started);
      if (left <= 0) onSlow(socket);
      else timer = setTimeout(check, left + 1);
    }
    let timer = setTimeout(check, limits.bodyTimeout);
    return () => clearTimeout(timer);
  }

  return {
    /** Whether a request's network may send another body. If so, counts and watches the body. */
    admitBody(request: IncomingMessage): boolean {
      const { 'content-length': length = 0, 'transfer-encoding': encoding } = request.headers;
      if (encoding === undefined && Number(length) === 0) return true;
      const address = addressOf(request, hops);
      const leave = isLoopback(address) ? () => undefined : bodies.enter(sourceOf(address));
      if (!leave) return false;
      const stop = watch(request);
      request.once('close', () => {
        stop();
        leave();
      });
      return true;
    },
    /** Whether a network may open another connection. If so, counts it until it closes. */
    admitConnection(socket: Pick<Socket, 'remoteAddress' | 'once'>): boolean {
      if (hops > 0 || isLoopback(socket.remoteAddress)) return true;
      const leave = connections.enter(sourceOf(socket.remoteAddress));
      if (leave) socket.once('close', leave);
      return leave !== undefined;
    },
  };
}

function createCounts(max: number) {
  const counts = new Map<string, number>();
  return {
    /** Returns a function that decrements the count; undefined if the network is at its maximum. */
    enter(network: string): (() => void) | undefined {
      const count = counts.get(network) ?? 0;
      if (count >= max) return undefined;
      counts.set(network, count + 1);
      return () => {
        const left = (counts.get(network) ?? 1) - 1;
        if (left > 0) counts.set(network, left);
        else counts.delete(network);
      };
    },
  };
}
