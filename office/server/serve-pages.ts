import { createHash } from 'node:crypto';
import { Router, type RequestHandler } from 'express';

import { readFiles, serveFiles, type BuiltFiles } from '../../platform/http/built-files.ts';
import { Problem } from '../../platform/http/problem.ts';
import { escapeHtml } from '../../contract/page-templates.ts';
import { builtPages, type OfficeConfig } from '../config.ts';
import { pages } from '../page-list.ts';

// The hash of an empty text, for the style element into which styles are inserted.
const nothing = createHash('sha256').update('').digest('base64');

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' 'sha256-${nothing}'`,
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Files with a hash of their content in the name. */
const lasting = /^\/(assets|fonts)\//;
const keep = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/**
 * Serves the office's pages at `/ops`: their files, and the shell for each page's path. The shell
 * contains no data, which comes from routes that check the session.
 */
export function servePages({ company }: Pick<OfficeConfig, 'company'>): RequestHandler {
  const router = Router();
  const files = readBuilt();
  const page = files?.get('/index.html')?.toString();
  const shell = page?.replaceAll('{company}', () => escapeHtml(company.name));
  if (files)
    router.get(
      lasting,
      serveFiles(
        () => files,
        (response) => response.set(keep),
      ),
    );
  const sendShell =
    (status: number, route: string): RequestHandler =>
    (_request, response) => {
      if (shell === undefined) {
        throw new Problem(503, 'The enquiries desk has not been built. Run npm run build:office.');
      }
      response.locals.route = route;
      response.set({ 'Content-Security-Policy': pagePolicy, 'X-Robots-Tag': 'noindex' });
      response.status(status).type('html').send(shell);
    };
  for (const path of ['/', ...Object.values(pages).map((page) => page.path)]) {
    router.get(path, sendShell(200, `/ops${path}`));
  }
  const notFound = sendShell(404, 'none');
  router.get(/^\/(?!api\/)/, (request, response, next) => {
    const isPage = request.headers.accept?.includes('text/html');
    (isPage ? notFound : pass)(request, response, next);
  });
  return router;
}

const pass: RequestHandler = (_request, _response, next) => next();

/** Reads the pages once, so that later changes to the folder have no effect. */
function readBuilt(): BuiltFiles | undefined {
  try {
    return readFiles(builtPages);
  } catch {
    return undefined;
  }
}
