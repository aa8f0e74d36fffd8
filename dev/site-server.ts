import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import sirv from 'sirv';

import { answerMalformed } from '../platform/answer-malformed.ts';

export interface SiteServerOptions {
  /** The folder of the built site. */
  root: string;
  /** Where `/api` and `/ops` are passed on to, such as `http://127.0.0.1:3001`. */
  apiUrl: string;
}

/**
 * Serves the built site as production does: precompressed files, 404.html with status 404 for
 * whatever does not exist, and the API on the same origin. It does not listen yet.
 */
export function createSiteServer({ root, apiUrl }: SiteServerOptions): Server {
  const notFoundPage = readFileSync(join(root, '404.html'));
  const rules = readHeaderRules(root);
  const app = express();
  app.disable('x-powered-by');
  // Before anything can answer. The API sets its own in their place, where it answers at all.
  app.use((_request, response, next) => {
    response.set(rules.everywhere);
    next();
  });
  app.use(
    createProxyMiddleware({
      target: apiUrl,
      pathFilter: ['/api', '/ops'],
      on: {
        error(_error, _request, response) {
          if (!('writeHead' in response)) {
            response.destroy();
            return;
          }
          if (response.headersSent) {
            response.end();
            return;
          }
          response.writeHead(503, {
            'Cache-Control': 'no-store',
            'Content-Type': 'text/plain; charset=utf-8',
            'Retry-After': '5',
          });
          response.end('Our server cannot be reached at the moment. Please try again shortly.');
        },
      },
    }),
  );
  app.use((request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') next();
    else response.status(405).set('Allow', 'GET, HEAD').type('text').send('Pages are only read.');
  });
  app.use(
    sirv(root, {
      brotli: true,
      gzip: true,
      etag: true,
      setHeaders(response, path) {
        const isImmutable = rules.immutableFolders.some((folder) => path.startsWith(folder));
        const headers = isImmutable ? rules.immutable : { 'Cache-Control': 'no-cache' };
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        // The one type of ours that sirv does not know.
        if (path.endsWith('.ico')) response.setHeader('Content-Type', 'image/x-icon');
      },
    }),
  );
  app.use((_request, response) => {
    response.status(404).type('html').send(notFoundPage);
  });
  return createServer(app).on('clientError', answerMalformed);
}

interface HeaderRules {
  everywhere: Record<string, string>;
  immutable: Record<string, string>;
  immutableFolders: string[];
}

/** What the build has written for web servers, beside the site. */
function readHeaderRules(root: string): HeaderRules {
  return JSON.parse(readFileSync(join(`${root}-headers`, 'headers.json'), 'utf8')) as HeaderRules;
}
