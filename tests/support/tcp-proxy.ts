import { connect, createServer, type Socket } from 'node:net';

import { listen } from '../../dev/ports.ts';

/** @param relay forwards what a client sends; by default, unchanged. */
export async function startProxyFor(
  address: string,
  defaultPort: number,
  relay = (client: Socket, upstream: Socket): unknown =>
    client.on('data', (chunk) => upstream.write(chunk)),
) {
  let target = new URL(address).host;
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
    address: through(host, address),
    host,
    down,
    /** Accepts connections but reads nothing, like a hanging server. */
    hang: () => {
      hanging = true;
      for (const socket of sockets) socket.pause();
    },
    /** Keeps existing connections. */
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

/** Replaces the server in an address by a proxy, and the replica set by that one server. */
function through(host: string, address: string): string {
  const url = new URL(address);
  url.host = host;
  if (url.protocol === 'mongodb:') {
    url.searchParams.delete('replicaSet');
    url.searchParams.set('directConnection', 'true');
  }
  return url.href;
}

export async function startStoreProxies(stores: Record<'REDIS_URL' | 'MONGODB_URI', string>) {
  const redis = await startProxyFor(stores.REDIS_URL, 6_379);
  const mongodb = await startProxyFor(stores.MONGODB_URI, 27_017);
  return {
    redis,
    mongodb,
    settings: { REDIS_URL: redis.address, MONGODB_URI: mongodb.address },
    stop: () => Promise.all([redis.down(), mongodb.down()]),
  };
}
