import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between a client and a server, so that a test can take the server away. */
export interface TcpProxy {
  port: number;
  /** Cuts all connections and refuses new ones. */
  down: () => Promise<void>;
  /** Accepts connections but reads nothing any more, as a server does that hangs. */
  hang: () => void;
  /** Leads new connections to the server of another address; those that are there stay. */
  switchTo: (address: string) => void;
  /** Passes everything on again; what hung is cut first. */
  up: () => Promise<void>;
  close: () => Promise<void>;
}

/** Starts a proxy on any free port of loopback, in front of the server of an address. */
export async function startProxyFor(address: string, defaultPort: number): Promise<TcpProxy> {
  let target = new URL(address);
  const sockets = new Set<Socket>();
  let hanging = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || defaultPort), target.hostname);
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
    switchTo(other) {
      target = new URL(other);
    },
    async up() {
      hanging = false;
      cut();
      if (!server.listening) await listen(port);
    },
    close: down,
  };
}

/** The same address, through the proxy. */
export function throughProxy(address: string, proxy: TcpProxy): string {
  const url = new URL(address);
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return url.href;
}
