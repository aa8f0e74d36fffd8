import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { withServer, writableServer } from './mongodb-address.ts';

/** Stands between a client and a server, so that a test can take the server away. */
export interface TcpProxy {
  port: number;
  /** Cuts all connections and refuses new ones. */
  down: () => Promise<void>;
  /** Accepts connections but reads nothing any more, as a server does that hangs. */
  hang: () => void;
  /** Passes everything on again; what hung is cut first. */
  up: () => Promise<void>;
  close: () => Promise<void>;
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
    close: down,
  };
}

const ofMongodb = /^mongodb(\+srv)?:/;

/** The same address, through the proxy alone. */
export function throughProxy(address: string, proxy: TcpProxy): string {
  const host = `127.0.0.1:${proxy.port}`;
  if (ofMongodb.test(address)) return withServer(address, host);
  const url = new URL(address);
  url.host = host;
  return url.href;
}

/** A proxy in front of the server of an address; of several, the one that takes writes. */
export async function startProxyFor(address: string, defaultPort: number): Promise<TcpProxy> {
  const host = ofMongodb.test(address) ? await writableServer(address) : new URL(address).host;
  const { hostname, port } = new URL(`tcp://${host}`);
  return startTcpProxy({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? defaultPort : Number(port),
  });
}
