import { findOrInstall } from './system-packages.ts';

/** The path of Caddy, installed first where that can be done. */
export function ensureCaddy(say: (line: string) => void): string {
  return findOrInstall(['caddy'], 'caddy', say, helpFor('caddy'));
}

/** The path of nginx, installed first where that can be done. */
export function ensureNginx(say: (line: string) => void): string {
  return findOrInstall(['nginx', '/usr/sbin/nginx'], 'nginx', say, helpFor('nginx'));
}

function helpFor(name: string): string {
  return `There is no ${name} to test its configuration with. Your package manager provides it (apt-get install ${name}, brew install ${name}, …).`;
}
