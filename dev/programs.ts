import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The full path of the first of the named programs that is on PATH, if any. */
export function findProgram(...names: string[]): string | undefined {
  const args = ['-c', 'for name; do command -v "$name" && break; done', 'sh', ...names];
  return spawnSync('sh', args, { encoding: 'utf8' }).stdout.trim() || undefined;
}

/** Finds a program or, as root on Debian, installs its packages. @throws Error with `help`. */
export function findOrInstall(programs: string[], debianPackage: string, help: string): string {
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!findProgram(...programs) && canInstall) install(debianPackage);
  const program = findProgram(...programs);
  if (!program) throw new Error(help);
  return program;
}

// One apt-get at a time, because it fails while another one runs. Debian always has flock.
function install(debianPackage: string): void {
  console.log(`Installing ${debianPackage} with apt-get, because it is not installed …`);
  const apt = `apt-get update && apt-get install --yes --no-install-recommends ${debianPackage}`;
  const command = [join(tmpdir(), 'association-office-apt-get'), 'sh', '-c', apt];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const { status, stderr } = spawnSync('flock', command, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`apt-get failed:\n${stderr}`);
}
