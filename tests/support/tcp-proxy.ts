import { connect, createServer, type Socket } from 'node:net';

import { listen } from '../../dev/ports.ts';
import { withServer, writableServer } from './mongodb-address.ts';

/**
 * Starts a proxy on a free loopback port in front of a server. If the address names several MongoDB
 * servers, the proxy leads to the writable one.
 *
 * @param relay forwards what a client sends; by default, unchanged.
 */
export async function startProxyFor(
  address: string,
  defaultPort: number,
  relay = (client: Socket, upstream: Socket): unknown =>
    client.on('data', (chunk) => upstream.write(chunk)),
) {
  let target = await serverOf(address);
  const sockets = new Set<Socket>();
  let hanging = false;
  const server = createServer((client) => {
    const { hostname, port } = new URL(`tcp://${target}`);
    const host = hostname.replace(/^\[|\]$/g, '');
    const upstream = connect(port === '' ? defaultPort : Number(port), host);
    upstream.on('data', (chunk) => client.write(chunk));
    relay(client, upstream);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      if (hanging) socket.pause();
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });

  function cut(): void {
    for (const socket of sockets) socket.destroy();
  }

  /** Drops all connections and refuses new ones. */
  async function down(): Promise<void> {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    cut();
    await closed;
  }

  const port = await listen(server);
  const host = `127.0.0.1:${port}`;
  return {
    /** The server's address with this proxy as the only host. */
    address: through(host, address),
    host,
    down,
    /** Accepts connections but reads nothing, like a hanging server. */
    hang: () => {
      hanging = true;
      for (const socket of sockets) socket.pause();
    },
    /** Routes new connections to another server. Existing ones are kept. */
    switchTo: (other: string) => {
      target = new URL(other).host;
    },
    /** Drops all connections, then accepts and forwards new ones. */
    up: async () => {
      hanging = false;
      cut();
      if (!server.listening) await listen(server, port);
    },
  };
}

const ofMongodb = /^mongodb(\+srv)?:/;

async function serverOf(address: string): Promise<string> {
  return ofMongodb.test(address) ? writableServer(address) : new URL(address).host;
}

/** Replaces the server in an address by a proxy. */
function through(host: string, address: string): string {
  if (ofMongodb.test(address)) return withServer(address, host);
  const url = new URL(address);
  url.host = host;
  return url.href;
}

/** Starts proxies in front of both stores, and returns settings to use them. */
export async function startStoreProxies(stores: Record<'REDIS_URL' | 'MONGODB_URI', string>) {
  const redis = await startProxyFor(stores.REDIS_URL, 6_379);
  const mongodb = await startProxyFor(stores.MONGODB_URI, 27_017);
  return {
    redis,
    mongodb,
    settings: { REDIS_URL: redis.address, MONGODB_URI: mongodb.address },
    stop: async () => {
      await Promise.all([redis.down(), mongodb.down()]);
    },
  };
}
