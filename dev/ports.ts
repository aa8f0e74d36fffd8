import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** Listens on this machine, by default on any free port, and resolves to the port. */
export async function listen(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Resolves to the port if this process can use it, otherwise to any free one. 0 stays 0. */
export async function preferPort(port: number): Promise<number> {
  if (port === 0) return 0;
  const probe = createServer();
  const usablePort = await listen(probe, port).catch(() => listen(probe));
  await new Promise((closed) => probe.close(closed));
  return usablePort;
}

/** Users rely on the number, so no other port will do. @throws Error that names the variable. */
export async function requirePort(variable: string, port: number): Promise<void> {
  if ((await preferPort(port)) === port) return;
  const reason = port < 1024 ? 'may need administrator rights' : 'is in use';
  throw new Error(`Port ${port} ${reason}. Set ${variable} to a free port above 1023.`);
}
