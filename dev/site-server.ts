import type { Server } from 'node:http';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import express from 'express';
import { createProxyMiddleware, type RequestHandler } from 'http-proxy-middleware';
import sirv from 'sirv';

import { textHeaders } from '../contract/security-headers.ts';
import { createHttpServer } from '../platform/http/http-server.ts';

export interface SiteServerOptions {
  /** The folder of the built site. */
  root: string;
  /** Where enquiries are passed on to, such as `http://127.0.0.1:3001`. */
  apiUrl: string;
  /** Where the office answers what only staff may ask. */
  officeUrl: string;
}

/** The office answers these paths, with a query or without, and the API the rest of `/api`. */
export const officePaths = /^\/(ops|api\/contact-submissions)([/?]|$)/;
const apiPaths = /^\/api([/?]|$)/;

/**
 * Serves the built site as production does: precompressed files, 404.html with status 404 for
 * whatever does not exist, and the API and the office on the same origin. It does not listen yet.
 */
export function createSiteServer({ root, apiUrl, officeUrl }: SiteServerOptions): Server {
  const notFoundPage = readFileSync(join(root, '404.html'));
  // The build has written them for web servers, beside the site.
  const headers = readFileSync(join(`${root}-headers`, 'headers.json'), 'utf8');
  const rules = JSON.parse(headers) as HeaderRules;
  const app = express();
  app.disable('x-powered-by');
  // Before anything can answer. The API and the office set their own in their place.
  app.use((_request, response, next) => {
    response.set(rules.everywhere);
    next();
  });
  app.use(passOn(officePaths, officeUrl), passOn(apiPaths, apiUrl));
  app.use((request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') next();
    else {
      response
        .status(405)
        .set({ ...textHeaders, Allow: 'GET, HEAD' })
        .type('text');
      response.send('Pages are only read.');
    }
  });
  app.use((request, _response, next) => {
    // Files are small: nobody needs a part of one, nor an error about parts.
    delete request.headers.range;
    next();
  });
  app.use(
    sirv(root, {
      brotli: true,
      gzip: true,
      etag: true,
      setHeaders(response, path) {
        const isImmutable = rules.immutableFolders.some((folder) => path.startsWith(folder));
        const own = isImmutable ? rules.immutable : { 'Cache-Control': 'no-cache' };
        for (const [name, value] of Object.entries(own)) response.setHeader(name, value);
        // The one type of ours that sirv does not know.
        if (path.endsWith('.ico')) response.setHeader('Content-Type', 'image/x-icon');
      },
    }),
  );
  app.use((_request, response) => {
    response.status(404).set('Cache-Control', 'no-store').type('html').send(notFoundPage);
  });
  return createHttpServer(app).server;
}

function passOn(paths: RegExp, target: string): RequestHandler {
  return createProxyMiddleware({
    target,
    pathFilter: (path) => paths.test(path),
    on: {
      error(_error, _request, response) {
        if (!('writeHead' in response)) return void response.destroy();
        if (response.headersSent) return void response.end();
        response.writeHead(503, {
          ...textHeaders,
          'Content-Type': 'text/plain; charset=utf-8',
          'Retry-After': '5',
        });
        response.end('Our server cannot be reached at the moment. Please try again shortly.');
      },
    },
  });
}

interface HeaderRules {
  everywhere: Record<string, string>;
  immutable: Record<string, string>;
  immutableFolders: string[];
}
