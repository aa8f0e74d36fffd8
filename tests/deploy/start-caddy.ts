import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findFreePort } from '#support/free-port.ts';
import { ensure } from '#support/programs.ts';
import { builtSite } from '../../dev/build-site.ts';
import { accepts, projectRoot, stopChild, untilReady } from '../../dev/processes.ts';

/** Serves the built site with `deploy/Caddyfile` over plain HTTP, started as in the image. */
export async function startCaddy(
  upstreams: { api: string; office: string },
  settings: (port: number) => Record<string, string> = () => ({}),
) {
  const port = await findFreePort();
  const folder = await mkdtemp(join(tmpdir(), 'caddy-'));
  const command = ['run', '--config', join(projectRoot, 'deploy/Caddyfile')];
  const script = join(projectRoot, 'deploy/start-web.sh');
  const child = spawn('sh', [script, ensure('caddy'), ...command], {
    env: {
      ...{ PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
      SITE_ADDRESS: `:${port}`,
      SITE_ROOT: builtSite,
      HEADERS_FILE: `${builtSite}-headers/headers.caddy`,
      API_UPSTREAM: new URL(upstreams.api).host,
      OFFICE_UPSTREAM: new URL(upstreams.office).host,
      ...settings(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += String(chunk)));
  const stop = async () => {
    await stopChild(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady({ name: 'Caddy', isReady: () => accepts(port) }, child);
  } catch (error) {
    await stop();
    throw new Error(`Caddy did not start:\n${output}`, { cause: error });
  }
  return {
    log: () => output,
    stop,
    /** Sends a request exactly as given: fetch would decode bodies and normalise paths. */
    async ask(path: string, method = 'GET', headers: Record<string, string> = {}, body?: string) {
      const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false });
      sent.end(body);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const content = Buffer.concat(await answer.toArray());
      return { status: answer.statusCode, headers: answer.headers, body: content };
    },
  };
}
