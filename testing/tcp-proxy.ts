import { connect, createServer, type Socket } from 'node:net';

import { listen } from '../dev/ports.ts';
import { withServer, writableServer } from './mongodb-address.ts';

/** A proxy with which a test can cut a client off from a server. */
export interface TcpProxy {
  /** The server's address through this proxy only. */
  address: string;
  /** Such as `127.0.0.1:12345`. */
  host: string;
  /** Drops all connections and refuses new ones. */
  down: () => Promise<void>;
  /** Accepts connections but reads nothing, like a hanging server. */
  hang: () => void;
  /** Routes new connections to another server; existing ones stay. */
  switchTo: (address: string) => void;
  /** Forwards again; hanging connections are dropped first. */
  up: () => Promise<void>;
}

/**
 * Starts a proxy on a free loopback port in front of a server, or of the writable one of several.
 *
 * @param relay handles what a client sends, instead of forwarding it
 */
export async function startProxyFor(
  address: string,
  defaultPort: number,
  relay = (client: Socket, upstream: Socket): unknown =>
    client.on('data', (chunk) => upstream.write(chunk)),
): Promise<TcpProxy> {
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

  async function down(): Promise<void> {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    cut();
    await closed;
  }

  const port = await listen(server);
  const host = `127.0.0.1:${port}`;
  return {
    address: through(host, address),
    host,
    down,
    hang() {
      hanging = true;
      for (const socket of sockets) socket.pause();
    },
    switchTo(other) {
      target = new URL(other).host;
    },
    async up() {
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

type Addresses = Record<'REDIS_URL' | 'MONGODB_URI', string>;

/** Proxies in front of both stores, and settings to use them. */
export interface StoreProxies {
  redis: TcpProxy;
  mongodb: TcpProxy;
  settings: Addresses;
  stop: () => Promise<void>;
}

export async function startStoreProxies(stores: Addresses): Promise<StoreProxies> {
  const redis = await startProxyFor(stores.REDIS_URL, 6_379);
  const mongodb = await startProxyFor(stores.MONGODB_URI, 27_017);
  return {
    redis,
    mongodb,
    settings: { REDIS_URL: redis.address, MONGODB_URI: mongodb.address },
    async stop() {
      await Promise.all([redis.down(), mongodb.down()]);
    },
  };
}
