import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { describeError } from './describe-error.ts';
import type { Logger } from './logger.ts';
import { withTimeLimit } from './time-limit.ts';

const patience = 2_000;

/** What a process needs in order to work: its name in words, and a call that rejects without it. */
export interface HealthCheck {
  name: string;
  check: () => Promise<unknown>;
}

export interface HealthServer {
  port: number;
  close(): Promise<void>;
}

export interface HealthServerOptions {
  /** The address of this machine to listen at. */
  host: string;
  port: number;
  checks: HealthCheck[];
  logger: Logger;
}

/**
 * Serves `/healthz` (200 while the process runs) and `/readyz` (200 when every check passes
 * within two seconds, else 503 with the reasons in words).
 */
export async function startHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  const { host, port, checks, logger } = options;
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/healthz') answer(response, 200, 'The process runs.');
    else if (path === '/readyz') void answerReadiness(response, checks, logger);
    else answer(response, 404, 'There are only /healthz and /readyz here.');
  });
  server.on('error', (error) => logger.error({ err: error }, 'health server failed'));
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function answerReadiness(response: ServerResponse, checks: HealthCheck[], logger: Logger) {
  const results = await Promise.all(
    checks.map(async ({ name, check }) => {
      try {
        await withTimeLimit(patience, check());
        return undefined;
      } catch (error) {
        logger.debug({ check: name, err: describeError(error) }, 'not ready');
        return `${name} does not answer.`;
      }
    }),
  );
  const reasons = results.filter((reason) => reason !== undefined);
  if (reasons.length === 0) answer(response, 200, 'Ready.');
  else answer(response, 503, reasons.join('\n'));
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(`${text}\n`);
}
