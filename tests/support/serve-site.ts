import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { securityHeaders } from '#contract/security-headers.ts';
import { builtSite } from '../../dev/build-site.ts';
import { serveSite as serve, type ServedSite } from '../../dev/site-server.ts';

// Nothing listens on this port.
const nobody = 'http://127.0.0.1:9';

export function serveSite({
  root = builtSite,
  apiUrl = nobody,
  officeUrl = nobody,
} = {}): Promise<ServedSite> {
  return serve({ root, apiUrl, officeUrl });
}

const policy = "default-src 'none'; script-src 'self'";

export async function serveSmallSite(servers: {
  apiUrl?: string;
  officeUrl?: string;
}): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'site-'));
  const root = join(folder, 'dist');
  await Promise.all([mkdir(root), mkdir(`${root}-headers`)]);
  await writeFile(join(root, 'index.html'), '<title>Home</title>');
  await writeFile(join(root, '404.html'), '<title>Nothing here</title>');
  await writeFile(join(root, 'manual.pdf'), '%PDF-1.7');
  const headers = { ...securityHeaders, 'Content-Security-Policy': policy };
  const rules = { everywhere: headers, immutable: {}, immutableFolders: [] };
  await writeFile(join(`${root}-headers`, 'headers.json'), JSON.stringify(rules));
  const { url, stop } = await serveSite({ root, ...servers });
  return {
    url,
    async stop() {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
}
