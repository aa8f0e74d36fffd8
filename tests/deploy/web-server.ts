import { spawn, type ChildProcess } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
  /** A host name for the API instead of 127.0.0.1, and the name server that resolves it. */
  apiName?: { name: string; resolver: string };
}

/** Serves the site with `deploy/Caddyfile` over plain HTTP. Starts Caddy as the image does. */
export async function startCaddy(options: CaddyOptions): Promise<WebServer> {
  const { root, apiPort, officePort, trustedProxies = '', siteAddress, apiName } = options;
  const port = options.port ?? (await findFreePort());
  return startWebServer(port, async (folder) => {
    const config = join(folder, 'Caddyfile');
    const shipped = await readFile(join(projectRoot, 'deploy/Caddyfile'), 'utf8');
    const resolvers = apiName ? `\nresolvers ${apiName.resolver}` : '';
    await writeFile(config, shipped.replace('transport http {', `$&${resolvers}`));
    const command = [ensure('caddy', console.info), 'run', '--config', config];
    return spawn('sh', [join(projectRoot, 'deploy/start-web.sh'), ...command], {
      env: {
        PATH: process.env.PATH,
        SITE_ADDRESS: siteAddress?.(port) ?? `:${port}`,
        SITE_ROOT: root,
        // Debian's Caddy is older than the image's, and has another name for this directive.
        BUFFER_BODIES: 'buffer_requests',
        HEADERS_FILE: join(`${root}-headers`, 'headers.caddy'),
        API_UPSTREAM: `${apiName?.name ?? '127.0.0.1'}:${apiPort}`,
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

interface NginxOptions extends WebServerOptions {
  withoutSite?: boolean;
}

/** The content of an ACME challenge file, and also its name. */
export const acmeChallenge = 'token-of-an-authority';

/**
 * Serves the site with the configuration in `deploy/nginx/`, over plain HTTP. `plainUrl` is the URL
 * of the server that redirects to HTTPS, which has port 80 in production.
 */
export async function startNginx(options: NginxOptions) {
  const port = await findFreePort();
  const plainPort = await findFreePort();
  let logFolder = '';
  const server = await startWebServer(port, async (folder) => {
    for (const file of ['http.conf', 'refusals.conf', 'site.conf']) {
      await copyFile(join(projectRoot, 'deploy/nginx', file), join(folder, file));
    }
    await copyFile(
      join(`${options.root}-headers`, 'headers.nginx.conf'),
      join(folder, 'headers.nginx.conf'),
    );
    for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'])
      await mkdir(join(folder, name));
    const challenges = join(folder, '.well-known/acme-challenge');
    await mkdir(challenges, { recursive: true });
    await writeFile(join(challenges, acmeChallenge), acmeChallenge);
    const shipped = await readFile(join(projectRoot, 'deploy/nginx/enquiries.conf'), 'utf8');
    const [, noSite = ''] = /^ *# (root .*)$/m.exec(shipped) ?? [];
    const root = options.withoutSite ? noSite : `root ${options.root};`;
    const [, plain = '', secure = ''] = shipped
      .replaceAll(/\/var\/(www\/acme|log\/nginx)/g, folder)
      .split(/^(?=server \{)/m);
    const plainServer = plain
      .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
      .replace('listen [::]:80;', '');
    const logging = (secure.match(/^ *(?:access|error)_log .*$/gm) ?? []).join('\n');
    const config = nginxConfig({ ...options, root, port, folder, plainServer, logging });
    logFolder = folder;
    await writeFile(join(folder, 'nginx.conf'), config);
    const binary = ensure('nginx', console.info);
    return spawn(binary, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  });
  return {
    ...server,
    plainUrl: `http://127.0.0.1:${plainPort}`,
    /** The access log, or the error log. */
    readLog: (name: 'access' | 'error') => readFile(join(logFolder, `${name}.log`), 'utf8'),
  };
}

function nginxConfig(
  options: WebServerOptions & {
    port: number;
    folder: string;
    plainServer: string;
    logging: string;
  },
): string {
  const { root, apiPort, officePort, port, folder, plainServer, logging } = options;
  return `
    daemon off;
    worker_processes 1;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    pid ${folder}/nginx.pid;
    events {}
    http {
      access_log off;
      include /etc/nginx/mime.types;
      client_body_temp_path ${folder}/body;
      proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi;
      scgi_temp_path ${folder}/scgi;
      include http.conf;
      upstream enquiries_api { server 127.0.0.1:${apiPort}; keepalive 16; }
      upstream enquiries_office { server 127.0.0.1:${officePort}; keepalive 4; }
      server { listen 127.0.0.1:${port}; ${root} ${logging} include site.conf; }
      ${plainServer}
    }`;
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
