import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A key with a valid certificate and an expired one. */
export interface Certificates {
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
export function makeCertificates(folder: string, host: string): Certificates {
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
