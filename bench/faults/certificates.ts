import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A key with a valid certificate and an expired one. */
export interface Certificates {
  good: { key: Buffer; cert: Buffer };
  expired: { key: Buffer; cert: Buffer };
  /** The file with which clients trust both, for `NODE_EXTRA_CA_CERTS`. */
  trusted: string;
}

const settings = `
[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
default_md = sha256
policy = any
x509_extensions = extensions
rand_serial = yes
unique_subject = no
[any]
commonName = supplied
[extensions]
subjectAltName = IP:`;

/** Creates them with openssl in the folder, for an IP address. */
export async function makeCertificates(folder: string, host: string): Promise<Certificates> {
  await writeFile(join(folder, 'ca.conf'), `${settings}${host}\n`);
  await writeFile(join(folder, 'index.txt'), '');
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  run(
    folder,
    'req',
    '-new',
    ...curve,
    '-nodes',
    '-subj',
    '/CN=faults',
    '-keyout',
    'key',
    '-out',
    'request',
  );
  sign(folder, 'good', ['-days', '90']);
  sign(folder, 'expired', ['-startdate', '20200101000000Z', '-enddate', '20200201000000Z']);
  const read = (name: string) => readFile(join(folder, name));
  const [key, good, expired] = await Promise.all(['key', 'good', 'expired'].map(read));
  if (!key || !good || !expired) throw new Error('openssl created no certificates.');
  const trusted = join(folder, 'trusted');
  await writeFile(trusted, Buffer.concat([good, expired]));
  return { good: { key, cert: good }, expired: { key, cert: expired }, trusted };
}

function sign(folder: string, name: string, validity: string[]): void {
  const request = ['-in', 'request', '-keyfile', 'key', '-out', name];
  run(
    folder,
    'ca',
    '-config',
    'ca.conf',
    '-batch',
    '-notext',
    '-selfsign',
    ...request,
    ...validity,
  );
}

function run(folder: string, ...args: string[]): void {
  const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl ${args[0]} failed:\n${stderr}`);
}
