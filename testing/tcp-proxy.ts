import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { withServer, writableServer } from './mongodb-address.ts';

/** Stands between a client and a server, so that a test can take the server away. */
export interface TcpProxy {
  /** The address of the server, through the proxy alone. */
  address: string;
  /** Cuts all connections and refuses new ones. */
  down: () => Promise<void>;
  /** Accepts connections but reads nothing any more, as a server does that hangs. */
  hang: () => void;
  /** Leads new connections to the server of another address; those that are there stay. */
  switchTo: (address: string) => void;
  /** Passes everything on again; what hung is cut first. */
  up: () => Promise<void>;
}

/**
 * Starts a proxy on any free port of loopback, in front of the server of an address; of several, the
 * one that takes writes.
 */
export async function startProxyFor(address: string, defaultPort: number): Promise<TcpProxy> {
  let target = await serverOf(address);
  const sockets = new Set<Socket>();
  let hanging = false;
  const server = createServer((client) => {
    const { hostname, port } = new URL(`tcp://${target}`);
    const host = hostname.replace(/^\[|\]$/g, '');
    const upstream = connect(port === '' ? defaultPort : Number(port), host);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('data', (chunk) => other.write(chunk));
      if (hanging) socket.pause();
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });

  async function listen(port: number): Promise<number> {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  }

  function cut(): void {
    for (const socket of sockets) socket.destroy();
  }

  async function down(): Promise<void> {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    cut();
    await closed;
  }

  const port = await listen(0);
  return {
    address: throughPort(address, port),
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
      if (!server.listening) await listen(port);
    },
  };
}

const ofMongodb = /^mongodb(\+srv)?:/;

async function serverOf(address: string): Promise<string> {
  return ofMongodb.test(address) ? writableServer(address) : new URL(address).host;
}

/** The same address, through a proxy on that port alone. */
function throughPort(address: string, port: number): string {
  const host = `127.0.0.1:${port}`;
  if (ofMongodb.test(address)) return withServer(address, host);
  const url = new URL(address);
  url.host = host;
  return url.href;
}

type Addresses = Record<'REDIS_URL' | 'MONGODB_URI', string>;

/** Proxies in front of both stores, and the settings of what goes through them. */
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
