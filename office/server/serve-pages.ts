import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Router, type RequestHandler } from 'express';
import sirv from 'sirv';

import { Problem } from '../../platform/http/problem.ts';
import { escapeHtml } from '../../platform/html.ts';
import { builtPages, type OfficeConfig } from '../config.ts';
import { pages } from '../page-list.ts';

// Styles are put into a style element that is empty as far as its text goes.
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

/**
 * The pages of the office, to be mounted at `/ops`: their files, and for each page's path the shell,
 * which holds no data. Everything that it shows comes from routes that ask who it is.
 */
export function servePages({ COMPANY_NAME }: Pick<OfficeConfig, 'COMPANY_NAME'>): RequestHandler {
  const router = Router();
  const shell = readShell(COMPANY_NAME);
  if (shell !== undefined) {
    for (const folder of ['assets', 'fonts']) router.use(`/${folder}`, lasting(folder));
  }
  for (const path of ['/', ...Object.values(pages).map((page) => page.path)]) {
    router.get(path, (_request, response) => {
      if (shell === undefined) {
        throw new Problem(503, 'The pages of the office are not built: npm run build:office.');
      }
      response.locals.route = `/ops${path}`;
      response.set({ 'Content-Security-Policy': pagePolicy, 'X-Robots-Tag': 'noindex' });
      response.type('html').send(shell);
    });
  }
  return router;
}

function readShell(company: string): string | undefined {
  try {
    const page = readFileSync(join(builtPages, 'index.html'), 'utf8');
    return page.replaceAll('{company}', () => escapeHtml(company));
  } catch {
    return undefined;
  }
}

/** Files whose names carry a hash of what is in them. */
function lasting(folder: string): RequestHandler {
  return sirv(join(builtPages, folder), {
    brotli: true,
    gzip: true,
    setHeaders(response) {
      response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    },
  });
}
