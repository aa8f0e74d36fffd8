import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { builtSite } from '../dev/build-site.ts';
import { createSiteServer } from '../dev/site-server.ts';

export interface ServedSite {
  url: string;
  stop: () => void;
}

// The discard port: a test that needs an answer from a server gives it itself.
const nobody = 'http://127.0.0.1:9';

/** Serves a built site on a free port, by default ours with no server behind it. */
export async function serveSite({
  root = builtSite,
  apiUrl = nobody,
  officeUrl = nobody,
} = {}): Promise<ServedSite> {
  const server = createSiteServer({ root, apiUrl, officeUrl });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
