import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { builtSite, buildSiteIfStale } from '../../dev/build-site.ts';
import { createSiteServer } from '../../dev/site-server.ts';
import type { Session } from '../session.ts';
import { buildStock } from './build-stock.ts';
import { copyHeaders } from './copy-headers.ts';
import type { Variant } from './pages.ts';
import { stripScripts } from './strip-scripts.ts';

/** Builds and serves all variants with the server that `npm start` uses; their addresses. */
export async function serveVariants(session: Session): Promise<Record<Variant, string>> {
  session.say('site: building');
  buildSiteIfStale(session.say);
  const roots = { plain: join(session.folder, 'plain'), stock: join(session.folder, 'stock') };
  await stripScripts(builtSite, roots.plain);
  await buildStock(roots.stock);
  for (const root of Object.values(roots)) await copyHeaders(builtSite, root);
  const api = await listen(session, createServer(accept));
  const serve = (root: string) => listen(session, createSiteServer({ root, apiUrl: api }));
  return {
    shipped: await serve(builtSite),
    plain: await serve(roots.plain),
    stock: await serve(roots.stock),
  };
}

// The API itself is measured elsewhere; here the form only needs its answer.
const accept: Parameters<typeof createServer>[1] = (request, response) => {
  request.resume().once('end', () => {
    response.writeHead(202, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ message: 'Thank you.', reference: '7F3K-92QD' }));
  });
};

async function listen(session: Session, server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  session.onEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
