import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { builtSite } from '../../dev/build-site.ts';
import { createSiteServer } from '../../dev/site-server.ts';

export interface ServedSite {
  url: string;
  close(): void;
}

// The discard port: a test that needs an answer from the API gives it itself.
const noApi = 'http://127.0.0.1:9';

/** Serves the built site on a free port, with no API behind it. */
export async function serveSite(): Promise<ServedSite> {
  const server = createSiteServer({ root: builtSite, apiUrl: noApi });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
