import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Creates a valid and an expired certificate for a name such as `DNS:localhost`, in files in the
 * folder. Node.js trusts both if `NODE_EXTRA_CA_CERTS` is the returned path `trusted`.
 *
 * @throws Error with the output of openssl if openssl fails.
 */
export function makeCertificates(folder: string, name: string) {
  const openssl = (command: string) =>
    execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'pipe' });
  const named = `-subj /CN=tests -addext subjectAltName=${name} -days 90`;
  const curve = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';
  openssl(`req -x509 ${curve} ${named} -keyout key -out good`);
  openssl('x509 -in good -signkey key -days -1 -out expired');
  const [key, good, expired] = ['key', 'good', 'expired'].map((file) =>
    readFileSync(join(folder, file)),
  ) as [Buffer, Buffer, Buffer];
  const trusted = join(folder, 'trusted');
  writeFileSync(trusted, Buffer.concat([good, expired]));
  return { good: { key, cert: good }, expired: { key, cert: expired }, trusted };
}
