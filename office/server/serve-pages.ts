import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Router, type Request, type RequestHandler, type Response } from 'express';

import { readFiles, serveFiles, type BuiltFiles } from '../../platform/http/built-files.ts';
import { Problem } from '../../platform/http/problem.ts';
import { escapeHtml } from '../../contract/escape-html.ts';
import { builtPages, type OfficeConfig } from '../config.ts';
import { pages, type PageName } from '../page-list.ts';

// The hash of an empty string allows the style element that is empty until scripts insert styles.
const nothing = createHash('sha256').update('').digest('base64');

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' 'sha256-${nothing}'`,
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The paths of files whose names contain a hash of their content. */
const lasting = /^\/(assets|fonts)\//;
const keep = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/**
 * Serves the enquiries desk's pages at `/ops`: their files, and the shell (the HTML of every page)
 * for each page's path. The
 * manifest contains the firm's name but no other data, because browsers request it without the
 * session.
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
  const manifest = files?.get('/manifest.webmanifest')?.toString();
  if (manifest) {
    const name = JSON.stringify(company.name).slice(1, -1);
    const own = manifest.replace('{company}', () => name);
    router.get('/manifest.webmanifest', (_request, response) => {
      response.type('webmanifest').send(own);
    });
  }
  const chunks = readChunks(files?.get('/chunks.json'));
  const sendShell =
    (status: number, route: string, name?: PageName): RequestHandler =>
    async (request, response) => {
      if (shell === undefined) {
        throw new Problem(503, 'The enquiries desk has not been built. Run npm run build:office.');
      }
      response.locals.route = route;
      response.set({ 'Content-Security-Policy': pagePolicy, 'X-Robots-Tag': 'noindex' });
      response.status(status).type('html');
      const links = linksTo(chunks, shell, name);
      const html = shell.replace('</head>', () => `${links}</head>`);
      await sendCompressed(request, response, html);
    };
  router.get('/', sendShell(200, '/ops/'));
  for (const [name, { path }] of Object.entries(pages)) {
    router.get(path, sendShell(200, `/ops${path}`, name as PageName));
  }
  const notFound = sendShell(404, 'none');
  router.get(/^\/(?!api\/)/, (request, response, next) => {
    const isPage = request.headers.accept?.includes('text/html');
    (isPage ? notFound : pass)(request, response, next);
  });
  return router;
}

const pass: RequestHandler = (_request, _response, next) => next();

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };
// Compresses almost as well as the highest quality, and much faster.
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

async function sendCompressed(request: Request, response: Response, html: string): Promise<void> {
  const encoding = (['br', 'gzip'] as const).find((name) => request.acceptsEncodings(name));
  response.vary('Accept-Encoding');
  if (encoding) response.set('Content-Encoding', encoding);
  const options = encoding === 'br' ? quality : {};
  response.send(encoding ? await compress[encoding](html, options) : html);
}

/** The chunks of the build, by the path of their source. */
type Chunks = Record<string, { file: string; name?: string; imports?: string[] }>;

function readChunks(manifest: Buffer | undefined): Chunks {
  return manifest ? (JSON.parse(manifest.toString()) as Chunks) : {};
}

/** Links that preload a page's code, except the code that the shell already links to. */
function linksTo(chunks: Chunks, shell: string, page: PageName | undefined): string {
  const component = page && `${page[0]?.toUpperCase()}${page.slice(1)}Page`;
  const [entry] = Object.entries(chunks).find(([, { name }]) => name === component) ?? [];
  const needed = new Set<string>();
  function add(source: string): void {
    if (needed.has(source)) return;
    needed.add(source);
    chunks[source]?.imports?.forEach(add);
  }
  if (entry !== undefined) add(entry);
  const files = [...needed].flatMap((source) => chunks[source]?.file ?? []);
  return files
    .filter((file) => !shell.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/ops/${file}" />`)
    .join('');
}

/** Reads the pages once: later changes to the folder have no effect. Undefined if not built. */
function readBuilt(): BuiltFiles | undefined {
  try {
    return readFiles(builtPages);
  } catch {
    return undefined;
  }
}
