import { createHash } from 'node:crypto';
import compression from 'compression';
import { Router, type RequestHandler } from 'express';

import { readFiles, serveFiles, type BuiltFiles } from '#server/built-files.ts';
import { Problem } from '#server/http.ts';
import { escapeHtml } from '#contract/escape-html.ts';
import { builtPages, type OfficeConfig } from '../config.ts';
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

/**
 * Serves the enquiries desk's pages at `/ops`: their files, and the shell (the HTML of every page)
 * for each page's path. The manifest contains the firm's name but no other data, because browsers
 * request it without the session.
 */
export function servePages({ company }: Pick<OfficeConfig, 'company'>): RequestHandler {
  const router = Router();
  const files = readBuilt();
  const page = files.get('/index.html')?.toString();
  const shell = page?.replaceAll('{company}', () => escapeHtml(company.name));
  const serveLasting = serveFiles(
    () => files,
    (response) => response.set(keep),
  );
  router.get(lasting, serveLasting);
  const manifest = files.get('/manifest.webmanifest')?.toString();
  if (manifest) {
    const name = JSON.stringify(company.name).slice(1, -1);
    router.get('/manifest.webmanifest', (_request, response) => {
      response.type('webmanifest').send(manifest.replace('{company}', () => name));
    });
  }
  function sendShell(status: number, route: string): RequestHandler {
    return (_request, response) => {
      if (shell === undefined) {
        throw new Problem(503, 'The enquiries desk has not been built. Run npm run build:office.');
      }
      response.locals.route = route;
      response.set({ 'Content-Security-Policy': pagePolicy(nothing), 'X-Robots-Tag': 'noindex' });
      response.status(status).type('html').send(shell);
    };
  }
  router.use(compression());
  router.get('/', sendShell(200, '/ops/'));
  for (const { path } of Object.values(pages)) router.get(path, sendShell(200, `/ops${path}`));
  const notFound = sendShell(404, 'none');
  router.get(/^\/(?!api\/)/, (request, response, next) => {
    if (request.headers.accept?.includes('text/html')) notFound(request, response, next);
    else next();
  });
  return router;
}

/** Reads the pages once: later changes to the folder have no effect. Empty if not built. */
function readBuilt(): BuiltFiles {
  try {
    return readFiles(builtPages);
  } catch {
    return new Map();
  }
}
