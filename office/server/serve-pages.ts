import { createHash } from 'node:crypto';
import compression from 'compression';
import { Router, type RequestHandler } from 'express';

import { readFiles, serveFiles } from '#server/built-files.ts';
import { builtPages } from '../config.ts';
import { pages } from '../page-list.ts';

// The hash of an empty string allows the style element that is empty until scripts insert styles.
const nothing = createHash('sha256').update('').digest('base64');

/** A policy that allows only our own files, and one inline style by its SHA-256 hash. */
export function pagePolicy(styleHash: string, { base = "'none'" } = {}): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${styleHash}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `base-uri ${base}`,
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The paths of files whose names contain a hash of their content. */
const lasting = /^\/(assets|fonts)\//;
const keep = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/** Serves files without a session, and the shell (the HTML of every page) for each page's path. */
export function servePages(): RequestHandler {
  const router = Router();
  // Read once: later changes to the folder have no effect.
  const files = readFiles(builtPages);
  const shell = files.get('/index.html')?.toString();
  router.use(compression());
  router.get(
    [lasting, '/manifest.webmanifest'],
    serveFiles(
      () => files,
      (response, path) => lasting.test(path) && response.set(keep),
    ),
  );
  function sendShell(status: number, route: string): RequestHandler {
    return (_request, response) => {
      response.locals.route = route;
      response.set({ 'Content-Security-Policy': pagePolicy(nothing), 'X-Robots-Tag': 'noindex' });
      response.status(status).type('html').send(shell);
    };
  }
  router.get('/', sendShell(200, '/ops/'));
  for (const { path } of Object.values(pages)) router.get(path, sendShell(200, `/ops${path}`));
  const notFound = sendShell(404, 'none');
  router.get(/^\/(?!api\/)/, (request, response, next) => {
    if (request.headers.accept?.includes('text/html')) notFound(request, response, next);
    else next();
  });
  return router;
}
