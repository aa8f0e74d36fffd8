import { readFileSync, statSync } from 'node:fs';
import { request as send } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import express, { type RequestHandler, type Response } from 'express';

import { textHeaders } from '../contract/security-headers.ts';
import { readFiles, serveFiles, type BuiltFiles } from '../packages/server/built-files.ts';
import { startHttpServer } from '../packages/server/http.ts';

interface SiteServerOptions {
  root: string;
  apiUrl: string;
  /** The address of the enquiries desk; empty if it is disabled. */
  officeUrl: string;
}

/**
 * The paths that are proxied to the enquiries desk, with or without a query; the rest of `/api`
 * goes to the API.
 */
export const officePaths = /^\/(ops|api\/contact-submissions)([/?]|$)/;
const apiPaths = /^\/api([/?]|$)/;

/**
 * Serves the built site as production does: precompressed files, 404.html for unknown paths, and
 * the API and the enquiries desk on the same origin. A new build is served once it is complete.
 *
 * @param port by default any free one
 */
export async function serveSite({ root, apiUrl, officeUrl }: SiteServerOptions, port = 0) {
  const latest = followBuild(root);
  const app = express().disable('x-powered-by');
  // Sets headers of every response. Those of the API and the enquiries desk take precedence.
  app.use((_request, response, next) => {
    response.set(latest().rules.everywhere);
    next();
  });
  if (officeUrl) app.use(passOn(officePaths, officeUrl));
  app.use(passOn(apiPaths, apiUrl));
  app.use((request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') next();
    else {
      response.status(405).set({ ...textHeaders, Allow: 'GET, HEAD' });
      response.type('text').send('Only GET and HEAD are supported.');
    }
  });
  const setHeaders = (response: Response, path: string) => {
    const { rules } = latest();
    const isImmutable = rules.immutableFolders.some((folder) => path.startsWith(folder));
    response.set(isImmutable ? rules.immutable : { 'Cache-Control': 'no-cache' });
  };
  app.use(serveFiles(() => latest().files, setHeaders));
  app.use((_request, response) => {
    const page = latest().files.get('/404.html');
    response.status(404).set('Cache-Control', 'no-store').type('html').send(page);
  });
  const server = await startHttpServer(app, { host: '127.0.0.1', port });
  return { url: `http://127.0.0.1:${server.port}`, stop: server.stop };
}

/** Reads a build. Returns a function that returns the latest build, which it reads if necessary. */
function followBuild(root: string): () => Build {
  let build = readBuild(root);
  return () => {
    try {
      if (statSync(root).mtimeMs !== build.builtAt) build = readBuild(root);
    } catch {
      // The folder is being replaced.
    }
    return build;
  };
}

function readBuild(root: string): Build {
  const builtAt = statSync(root).mtimeMs;
  // The build writes the headers beside the site, for web servers.
  const rules = readFileSync(join(`${root}-headers`, 'headers.json'), 'utf8');
  return { builtAt, files: readFiles(root), rules: JSON.parse(rules) as Build['rules'] };
}

/** Proxies requests for the given paths to `target`, each over its own connection. */
function passOn(paths: RegExp, target: string): RequestHandler {
  return (request, response, next) => {
    if (!paths.test(request.url)) {
      next();
      return;
    }
    const { method, headers } = request;
    const onward = send(target, {
      ...{ method, path: request.url, agent: false },
      headers: { ...headers, connection: 'close' },
    });
    onward.on('response', (answer) => {
      const { connection: _connection, ...theirs } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, theirs);
      response.flushHeaders();
      // Closes the connection if the answer breaks off: a partial answer must not look complete.
      pipeline(answer, response, () => undefined);
    });
    onward.on('error', () => {
      if (response.headersSent) return void response.destroy();
      response
        .status(503)
        .set({ ...textHeaders, 'Retry-After': '5' })
        .type('text');
      response.send('Our server cannot be reached at the moment. Please try again shortly.');
    });
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  };
}

export type ServedSite = Awaited<ReturnType<typeof serveSite>>;

interface Build {
  builtAt: number;
  files: BuiltFiles;
  rules: {
    everywhere: Record<string, string>;
    immutable: Record<string, string>;
    immutableFolders: string[];
  };
}
