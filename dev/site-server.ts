import { readFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { pipeline } from 'node:stream';
import express, { type RequestHandler, type Response } from 'express';

import { textHeaders } from '#contract/security-headers.ts';
import { readFiles, serveFiles } from '#server/built-files.ts';
import { answer, startHttpServer } from '#server/http.ts';

/** The paths that are proxied to the enquiries desk; the rest of `/api` goes to the API. */
export const officePaths = /^\/(ops|api\/contact-submissions)([/?]|$)/;

export type ServedSite = Awaited<ReturnType<typeof serveSite>>;

/** Serves the built site as in production: precompressed, with 404.html, and all on one origin. */
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
  app.all(officePaths, passOn(officeUrl));
  app.all(/^\/api(\/|$)/, passOn(apiUrl));
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

/** Proxies requests to `target`, without reusing connections. */
function passOn(target: string): RequestHandler {
  return (request, response) => {
    const { method, headers, url: path } = request;
    const options = { method, path, agent: false, headers: { ...headers, connection: 'close' } };
    const onward = send(target, options, (reply) => {
      const { connection: _connection, ...upstreamHeaders } = reply.headers;
      response.writeHead(reply.statusCode ?? 502, reply.statusMessage, upstreamHeaders);
      // Closes the connection if the answer breaks off: a partial answer must not look complete.
      pipeline(reply, response, () => undefined);
    });
    onward.on('error', () => {
      const sentence = 'Our server cannot be reached at the moment. Please try again shortly.';
      if (response.headersSent) response.destroy();
      else answer(response, 503, sentence, { ...textHeaders, 'Retry-After': '5' });
    });
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  };
}
