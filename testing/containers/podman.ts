import { spawnSync, type SpawnSyncOptions, type StdioOptions } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { findOrInstall } from '../../dev/programs.ts';

export const cacheFolder = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  'association-office-containers',
);

// These settings let root run Debian 12's podman in a sandbox too, where crun does not support the
// cgroups and where limits cannot be raised. The machine's own podman settings are ignored.
const settings = {
  'containers.conf': `[containers]
default_ulimits = []
init_path = "/usr/bin/catatonit"
log_driver = "k8s-file"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
`,
  'storage.conf': `[storage]
driver = "overlay"
graphroot = "${cacheFolder}/storage"
runroot = "/run/association-office-containers"
`,
  'registries.conf': `unqualified-search-registries = ["docker.io"]
short-name-mode = "permissive"
`,
  'policy.json': '{ "default": [{ "type": "insecureAcceptAnything" }] }',
};

Object.assign(process.env, {
  CONTAINERS_CONF: join(cacheFolder, 'containers.conf'),
  CONTAINERS_STORAGE_CONF: join(cacheFolder, 'storage.conf'),
  CONTAINERS_REGISTRIES_CONF: join(cacheFolder, 'registries.conf'),
});

/**
 * Installs podman and its helper programs if they are missing, and writes its settings.
 *
 * @throws Error that says what is needed if they cannot be installed.
 */
export function preparePodman(say: (line: string) => void): void {
  const help = 'Without Docker, this needs Debian and root, or podman and the like on the PATH.';
  // Debian keeps podman's helper programs in /usr/lib/podman.
  process.env.PATH = `${process.env.PATH ?? ''}:/usr/sbin:/usr/lib/podman`;
  const names = 'podman runc debootstrap netavark aardvark-dns catatonit iptables';
  for (const name of names.split(' ')) findOrInstall([name], name, say, help);
  mkdirSync(join(cacheFolder, 'npm'), { recursive: true });
  for (const [file, text] of Object.entries(settings)) writeFileSync(join(cacheFolder, file), text);
}

/** Runs podman and returns its output. Throws an Error with its error output if it fails. */
export function podman(args: string[]): string {
  return run('podman', args);
}

/** Runs podman with this process's input and output, by default. Returns its exit code. */
export function passToPodman(args: string[], stdio: StdioOptions = 'inherit'): number {
  return spawnSync('podman', args, { stdio }).status ?? 1;
}

/** Runs a program and returns its output. Throws an Error with its error output if it fails. */
export function run(program: string, args: string[], options: SpawnSyncOptions = {}): string {
  const result = spawnSync(program, args, { maxBuffer: 2 ** 28, ...options, encoding: 'utf8' });
  if (result.status === 0) return result.stdout;
  const output = [result.error?.message, result.stderr, result.stdout].filter(Boolean).join('\n');
  throw new Error(`${program} ${args.join(' ')} failed:\n${output}`);
}
