import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { describeError } from './redact.ts';
import type { Logger } from './logger.ts';
import { watchProcess, type Metrics } from './metrics.ts';
import type { MetricsConfig } from './settings.ts';
import { withTimeout } from './timeout.ts';

export interface OpsServer {
  port: number;
  close: () => Promise<void>;
}

/**
 * Serves `/metrics`. Resolves to undefined if the port is 0 or not available: metrics are less
 * important than enquiries.
 */
export async function startMetricsServer(
  { host, port }: MetricsConfig,
  { metrics, logger }: { metrics: Metrics; logger: Logger },
): Promise<OpsServer | undefined> {
  if (port === 0) return undefined;
  const server = createServer((request, response) => {
    if (pathOf(request) !== '/metrics') {
      answer(response, 404, 'Not found. Try /metrics.\n');
      return;
    }
    metrics.write().then(
      (text) => answer(response, 200, text, metrics.registry.contentType),
      () => response.writeHead(500).end(),
    );
  });
  try {
    const running = await listen(server, host, port);
    server.on('error', (error) => logger.error({ err: error }, 'metrics server failed'));
    watchProcess(metrics);
    logger.info({ host, port: running.port }, 'serving metrics');
    return running;
  } catch (error) {
    logger.error({ port, err: error }, 'metrics server not started');
    return undefined;
  }
}

/** A dependency of a process, and a call that rejects if the dependency is not available. */
export interface HealthCheck {
  name: string;
  /** What to report after the name if the call rejects, such as `does not answer`. */
  failure: string;
  check: () => Promise<unknown>;
  /** Explains an error to ops in a sentence. If it returns undefined, `failure` is reported. */
  explain?: (error: unknown) => string | undefined;
}

interface HealthServerOptions {
  host: string;
  port: number;
  checks: HealthCheck[];
  logger: Logger;
}

const checkTimeout = 2_000;

/**
 * Serves `/healthz` (200 while the process runs) and `/readyz` (200 when every check passes
 * within two seconds, else 503 with the reasons in words).
 */
export async function startHealthServer(options: HealthServerOptions): Promise<OpsServer> {
  const { host, port, checks, logger } = options;
  async function answerReadiness(response: ServerResponse): Promise<void> {
    const results = checks.map(({ name, failure, check, explain }) =>
      withTimeout(checkTimeout, check()).then(
        () => '',
        (error: unknown) => {
          logger.debug({ check: name, err: describeError(error) }, 'not ready');
          return `${explain?.(error) ?? `${name} ${failure}.`}\n`;
        },
      ),
    );
    const reasons = (await Promise.all(results)).join('');
    answer(response, reasons === '' ? 200 : 503, reasons || 'Ready.\n');
  }
  const server = createServer((request, response) => {
    const path = pathOf(request);
    if (path === '/healthz') answer(response, 200, 'The process is running.\n');
    else if (path === '/readyz') void answerReadiness(response);
    else answer(response, 404, 'Not found. Try /healthz or /readyz.\n');
  });
  server.on('error', (error) => logger.error({ err: error }, 'health server failed'));
  return listen(server, host, port);
}

async function listen(server: Server, host: string, port: number): Promise<OpsServer> {
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

function pathOf({ url }: { url?: string | undefined }): string | undefined {
  return url?.split('?')[0];
}

const plainText = 'text/plain; charset=utf-8';

function answer(response: ServerResponse, status: number, text: string, type = plainText): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}
