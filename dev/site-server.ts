import { readFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { pipeline } from 'node:stream';
import express, { type RequestHandler, type Response } from 'express';

import { textHeaders } from '#contract/security-headers.ts';
import { readFiles, serveFiles } from '#server/built-files.ts';
import { startHttpServer } from '#server/http.ts';

/** The paths that are proxied to the enquiries desk; the rest of `/api` goes to the API. */
export const officePaths = /^\/(ops|api\/contact-submissions)([/?]|$)/;
const apiPaths = /^\/api([/?]|$)/;

export type ServedSite = Awaited<ReturnType<typeof serveSite>>;

/**
 * Serves the built site as production does: precompressed files, 404.html for unknown paths, and
 * the API and the enquiries desk on the same origin.
 *
 * @param port by default any free one
 */
export async function serveSite(
  { root, apiUrl, officeUrl }: { root: string; apiUrl: string; officeUrl: string },
  port = 0,
) {
  const files = readFiles(root);
  // The build writes the headers beside the site, for web servers.
  const rules = JSON.parse(readFileSync(`${root}-headers/headers.json`, 'utf8')) as HeaderRules;
  const setHeaders = (response: Response, path: string) => {
    const isImmutable = rules.immutableFolders.some((folder) => path.startsWith(folder));
    response.set(isImmutable ? rules.immutable : { 'Cache-Control': 'no-cache' });
  };
  const app = express().disable('x-powered-by');
  // Headers of every response. Those of the API and the enquiries desk take precedence.
  app.use((_request, response, next) => {
    response.set(rules.everywhere);
    next();
  });
  app.use(passOn(officePaths, officeUrl), passOn(apiPaths, apiUrl));
  app.use((request, response, next) => {
    if (['GET', 'HEAD'].includes(request.method)) next();
    else sayWhy(response, 405, 'Only GET and HEAD are supported.', { Allow: 'GET, HEAD' });
  });
  app.use(serveFiles(() => files, setHeaders));
  app.use((_request, response) => {
    response.status(404).set('Cache-Control', 'no-store').type('html').send(files.get('/404.html'));
  });
  const server = await startHttpServer(app, { host: '127.0.0.1', port });
  return { url: `http://127.0.0.1:${server.port}`, stop: server.stop };
}

interface HeaderRules {
  everywhere: Record<string, string>;
  immutable: Record<string, string>;
  immutableFolders: string[];
}

function sayWhy(response: Response, status: number, words: string, headers: object): void {
  response.status(status).set({ ...textHeaders, ...headers });
  response.type('text').send(words);
}

/** Proxies requests for the given paths to `target`, each over its own connection. */
function passOn(paths: RegExp, target: string): RequestHandler {
  return (request, response, next) => {
    const { method, headers, url: path } = request;
    if (!paths.test(path)) {
      next();
      return;
    }
    const options = { method, path, agent: false, headers: { ...headers, connection: 'close' } };
    const onward = send(target, options, (answer) => {
      const { connection: _connection, ...theirs } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, theirs);
      // Closes the connection if the answer breaks off: a partial answer must not look complete.
      pipeline(answer, response, () => undefined);
    });
    onward.on('error', () => {
      const words = 'Our server cannot be reached at the moment. Please try again shortly.';
      if (response.headersSent) response.destroy();
      else sayWhy(response, 503, words, { 'Retry-After': '5' });
    });
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  };
}
