import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between a client and a server, so that a test can take the server away. */
export interface TcpProxy {
  port: number;
  /** Cuts all connections and refuses new ones. */
  down: () => Promise<void>;
  /** Accepts connections but reads nothing any more, as a server does that hangs. */
  hang: () => void;
  /** Passes everything on again; what hung is cut first. */
  up: () => Promise<void>;
}

/** Starts a proxy on any free port of loopback that passes everything on to `target`. */
async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let hanging = false;
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host);
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
    port,
    down,
    hang() {
      hanging = true;
      for (const socket of sockets) socket.pause();
    },
    async up() {
      hanging = false;
      cut();
      if (!server.listening) await listen(port);
    },
  };
}

/** A proxy in front of the server of an address, and the address through it. */
export async function startProxyFor(
  address: string,
  defaultPort: number,
): Promise<TcpProxy & { address: string }> {
  const url = new URL(address);
  const port = url.port === '' ? defaultPort : Number(url.port);
  const proxy = await startTcpProxy({ host: url.hostname, port });
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return { ...proxy, address: url.href };
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
