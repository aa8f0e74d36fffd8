import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { projectRoot, stopChild } from '../../dev/processes.ts';
import { findFreePort, waitForPort } from '../../dev/ports.ts';
import { ensure } from '../../testing/programs.ts';

export interface WebServer {
  url: string;
  port: number;
  /** The CA certificate of a server that serves `localhost` over TLS. */
  certificate?: string;
  log: () => string;
  stop: () => Promise<void>;
}

interface WebServerOptions {
  /** The folder of the built site. Its headers are in the folder `${root}-headers`. */
  root: string;
  /** The port of the web server; a free one by default. */
  port?: number;
  apiPort: number;
  officePort: number;
  /** The addresses of load balancers in front of the web server. */
  trustedProxies?: string;
}

interface CaddyOptions extends WebServerOptions {
  /** Returns the site's address for the given port. By default, Caddy answers every host name. */
  siteAddress?: (port: number) => string;
  /** Returns more environment variables for Caddy on the given port. */
  settings?: (port: number) => Record<string, string>;
}

/** Serves the site with `deploy/Caddyfile` over plain HTTP. Starts Caddy as the image does. */
export async function startCaddy(options: CaddyOptions): Promise<WebServer> {
  const { root, apiPort, officePort, trustedProxies = '', siteAddress } = options;
  const port = options.port ?? (await findFreePort());
  return startWebServer(port, (folder) => {
    const config = join(projectRoot, 'deploy/Caddyfile');
    const command = [ensure('caddy', console.info), 'run', '--config', config];
    return spawn('sh', [join(projectRoot, 'deploy/start-web.sh'), ...command], {
      env: {
        PATH: process.env.PATH,
        SITE_ADDRESS: siteAddress?.(port) ?? `:${port}`,
        SITE_ROOT: root,
        HEADERS_FILE: join(`${root}-headers`, 'headers.caddy'),
        API_UPSTREAM: `127.0.0.1:${apiPort}`,
        OFFICE_UPSTREAM: `127.0.0.1:${officePort}`,
        ...(trustedProxies ? { TRUSTED_PROXIES: trustedProxies } : {}),
        ...options.settings?.(port),
        HOME: folder,
        XDG_CONFIG_HOME: folder,
        XDG_DATA_HOME: folder,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  });
}

async function startWebServer(
  port: number,
  start: (folder: string) => ChildProcess | Promise<ChildProcess>,
): Promise<WebServer> {
  const folder = await mkdtemp(join(tmpdir(), 'web-server-'));
  const child = await start(folder);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => (output += String(chunk)));
  }
  try {
    await waitForPort(port, child);
  } catch (error) {
    await stopChild(child, 'SIGKILL');
    throw new Error(`The web server did not start:\n${output}`, { cause: error });
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    log: () => output,
    async stop() {
      await stopChild(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
