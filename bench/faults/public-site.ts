import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createServer } from 'node:tls';

import { listen } from '../../dev/ports.ts';
import { serveSmallSite } from '../../testing/serve-site.ts';
import { startProxyFor, type TcpProxy } from '../../testing/tcp-proxy.ts';

/** The public site over HTTPS, with the API and the office behind it. */
export interface PublicSite extends Pick<TcpProxy, 'down' | 'hang' | 'up'> {
  url: string;
  /** The file of the trusted certificates. */
  trusted: string;
  setCertificate: (which: 'good' | 'expired') => void;
  /** Sets whether responses have the site's security headers. */
  setHeaders: (sent: boolean) => void;
  stop: () => Promise<void>;
}

/** This machine, by an address that does not look like loopback. */
const host = '0.0.0.0';

/** Starts it on a free port. Its certificates are written to the folder. */
export async function startPublicSite(
  folder: string,
  servers: { apiUrl: string; officeUrl: string },
): Promise<PublicSite> {
  const certificates = makeCertificates(folder, host);
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
    setCertificate: (which) => server.setSecureContext(certificates[which]),
    setHeaders: (sent) => void (target = sent ? site.url : bare.url),
    async stop() {
      await down();
      server.close();
      await Promise.all([site.stop(), bare.stop()]);
    },
  };
}

/** A key with a valid certificate and an expired one. */
interface Certificates {
  good: { key: Buffer; cert: Buffer };
  expired: { key: Buffer; cert: Buffer };
  /** The file with which clients trust both, for `NODE_EXTRA_CA_CERTS`. */
  trusted: string;
}

/**
 * Creates them with openssl in the folder, for an IP address.
 *
 * @throws Error with the output of openssl if it fails.
 */
function makeCertificates(folder: string, host: string): Certificates {
  const openssl = (command: string) =>
    execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'pipe' });
  const named = `-subj /CN=faults -addext subjectAltName=IP:${host} -days 90`;
  const curve = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';
  openssl(`req -x509 ${curve} ${named} -keyout key -out good`);
  openssl('x509 -in good -signkey key -days -1 -out expired');
  const [key, good, expired] = ['key', 'good', 'expired'].map((name) =>
    readFileSync(join(folder, name)),
  ) as [Buffer, Buffer, Buffer];
  const trusted = join(folder, 'trusted');
  writeFileSync(trusted, Buffer.concat([good, expired]));
  return { good: { key, cert: good }, expired: { key, cert: expired }, trusted };
}
