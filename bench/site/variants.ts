import { copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { builtSite, buildIfStale } from '../../dev/build-site.ts';
import { listen } from '../../dev/ports.ts';
import { projectRoot } from '../../dev/processes.ts';
import { compressAll } from '../../site/build/finish-site.ts';
import { serveSite } from '../../testing/serve-site.ts';
import { build } from '../measure-build.ts';
import type { Session } from '../session.ts';

/** Three ways to serve the text and styles of our home page, and a popular template's page. */
export type Variant = 'shipped' | 'plain' | 'stock' | 'template';

/** Only the home page is compared with the variants. Other pages are measured as shipped. */
export function variantsOf(page: string): Variant[] {
  return page === '/' ? ['shipped', 'plain', 'stock', 'template'] : ['shipped'];
}

/** Builds all variants, and serves them with the server of `npm start`. Returns their URLs. */
export async function serveVariants(session: Session): Promise<Record<Variant, string>> {
  session.say('site: building');
  await buildIfStale('site', session.say);
  const [plain, stock, template] = (['plain', 'stock', 'template'] as const).map((variant) =>
    join(session.folder, variant),
  ) as [string, string, string];
  await stripScripts(plain);
  await copyTemplate(template);
  await build(session, 'stock', stock);
  await copyFile(join(stock, '404/index.html'), join(stock, '404.html'));
  const apiUrl = await serveAnswers(session);
  const serve = async (root: string) => session.keep(await serveSite({ root, apiUrl })).url;
  const prepare = async (root: string) => {
    await compressAll(root);
    await copyHeaders(root);
    return serve(root);
  };
  return {
    shipped: await serve(builtSite),
    plain: await prepare(plain),
    stock: await prepare(stock),
    template: await prepare(template),
  };
}

/**
 * Creates the variant `plain`: the home page as if written by hand, with the same text and styles,
 * but without anything that only a script needs.
 */
async function stripScripts(folder: string): Promise<void> {
  await cp(builtSite, folder, { recursive: true });
  const file = join(folder, 'index.html');
  await writeFile(file, stripPage(await readFile(file, 'utf8')));
}

async function copyTemplate(folder: string): Promise<void> {
  const template = join(projectRoot, 'bench/node_modules/startbootstrap-agency');
  const { resolve } = createRequire(join(template, 'package.json'));
  await cp(join(template, 'dist'), folder, { recursive: true });
  await cp(resolve('bootstrap/dist/js/bootstrap.bundle.min.js'), join(folder, ownBootstrap));
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  await writeFile(join(folder, 'index.html'), withoutOtherHosts(page));
  await writeFile(join(folder, '404.html'), '');
}

const ownBootstrap = 'js/bootstrap.bundle.min.js';

/**
 * Removes requests to other hosts from a template's page: serves Bootstrap's script locally, and
 * leaves out fonts and icons. This gives the template an advantage.
 */
export function withoutOtherHosts(html: string): string {
  return html
    .replace(/https:[^"]*\/bootstrap\.bundle\.min\.js/, ownBootstrap)
    .replace(/<script\b[^>]*src="https:[^>]*><\/script>/g, '')
    .replace(/<link\b[^>]*href="https:[^>]*>/g, '');
}

/** Removes scripts (except JSON-LD) and the markers for scripts from a page. */
export function stripPage(html: string): string {
  return html
    .replace(/<script\b(?![^>]*ld\+json)[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/ data-(?:island|props)="[^"]*"/g, '');
}

/**
 * Copies our headers to another folder, except Content-Security-Policy, which allows only our own
 * styles.
 */
async function copyHeaders(folder: string): Promise<void> {
  const file = 'headers.json';
  const rules = JSON.parse(await readFile(join(`${builtSite}-headers`, file), 'utf8')) as {
    everywhere: Record<string, string>;
  };
  delete rules.everywhere['Content-Security-Policy'];
  await mkdir(`${folder}-headers`, { recursive: true });
  await writeFile(join(`${folder}-headers`, file), JSON.stringify(rules));
}

/** Serves a minimal API. The real API is measured elsewhere, and the form needs only a response. */
async function serveAnswers(session: Session): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(202, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ message: 'Thank you.', reference: '7F3K-92QD' }));
    });
  });
  session.keep({
    stop() {
      server.close();
      server.closeAllConnections();
    },
  });
  return `http://127.0.0.1:${await listen(server)}`;
}
