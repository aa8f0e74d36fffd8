import { connect } from 'node:net';
import { pipeline } from 'node:stream';
import { createServer } from 'node:tls';

import { listen } from '../../dev/ports.ts';
import { makeCertificates } from '../../testing/certificates.ts';
import { serveSmallSite } from '../../testing/serve-site.ts';
import { startProxyFor } from '../../testing/tcp-proxy.ts';

/** An address of this machine that does not look like loopback. */
const host = '0.0.0.0';

/**
 * Serves the public site over HTTPS, with the API and the enquiries desk behind it. Writes its
 * certificates to the folder.
 */
export async function startPublicSite(
  folder: string,
  servers: { apiUrl: string; officeUrl: string },
) {
  const certificates = makeCertificates(folder, `IP:${host}`);
  const site = await serveSmallSite(servers);
  const bare = await serveSmallSite(servers, {});
  let target = site.url;
  const server = createServer(certificates.good, (client) => {
    const { hostname, port } = new URL(target);
    pipeline(client, connect(Number(port), hostname), client, () => undefined);
  });
  const port = await listen(server);
  const { address, down, hang, up } = await startProxyFor(`https://127.0.0.1:${port}`, 443);
  return {
    ...{ url: `https://${host}:${new URL(address).port}`, trusted: certificates.trusted },
    ...{ down, hang, up },
    setCertificate: (which: 'good' | 'expired') => server.setSecureContext(certificates[which]),
    setHeaders: (sent: boolean) => void (target = sent ? site.url : bare.url),
    async stop() {
      await down();
      server.close();
      await Promise.all([site.stop(), bare.stop()]);
    },
  };
}
