import { createHash } from 'node:crypto';
import { resolve } from 'node:path';

import { standInFor } from './base-images.ts';
import { environmentOf, type ComposeFile, type Service } from './compose-file.ts';
import { podman } from './podman.ts';

/** A compose file, and the prefix of its containers' names. */
export interface Project {
  name: string;
  file: ComposeFile;
}

/** The labels for a container's project, its service and the digest of its description. */
export const labels = { project: 'project', service: 'service', made: 'made-as' };

/** The name of a service's image: a built one, a local stand-in or one from a registry. */
export function imageOf(project: Project, service: string): string {
  const { build, image = '' } = project.file.services[service] ?? {};
  return build ? `localhost/${project.name}-${service}` : (standInFor(image) ?? image);
}

/** What a one-off container runs, as with `docker compose run`. */
interface Purpose {
  entrypoint?: string;
  command: string[];
}

/** The arguments of `podman run` for a service, including name and image. */
export function describeContainer(
  project: Project,
  service: string,
  name: string,
  purpose?: Purpose,
): string[] {
  const { file } = project;
  const options = file.services[service] ?? {};
  const entrypoint = purpose?.entrypoint ? [purpose.entrypoint] : options.entrypoint;
  return [
    ...['--name', name, '--label', `${labels.project}=${project.name}`],
    ...(purpose ? [] : ['--label', `${labels.service}=${service}`, ...watching(options)]),
    ...confinement(options),
    ...limits(options),
    ...attachments(project, service, options),
    ...(purpose ? [] : flags('--publish', options.ports)),
    ...flags(
      '--env',
      Object.entries(environmentOf(file, options)).map((one) => one.join('=')),
    ),
    ...flags('--entrypoint', entrypoint && JSON.stringify(entrypoint)),
    ...['--pull', 'never', imageOf(project, service)],
    ...(purpose?.command ?? options.command ?? []),
  ];
}

export function digestOf(description: string[], imageId: string): string {
  return createHash('sha256')
    .update(JSON.stringify([description, imageId]))
    .digest('hex');
}

function watching({ restart, healthcheck }: Service): string[] {
  const restarting = flags('--restart', restart);
  if (!healthcheck) return restarting;
  const [kind, ...test] = healthcheck.test;
  return [
    ...restarting,
    ...['--health-cmd', kind === 'CMD-SHELL' ? (test[0] ?? '') : JSON.stringify(test)],
    // Podman would run the checks with systemd, which may be missing: choose-docker.ts runs them.
    ...['--health-interval', 'disable', '--health-retries', String(healthcheck.retries ?? 3)],
    ...['--health-timeout', healthcheck.timeout ?? '30s'],
    ...['--health-start-period', healthcheck.start_period ?? '0s'],
  ];
}

function confinement(options: Service): string[] {
  return [
    ...(options.read_only ? ['--read-only', '--read-only-tmpfs=false'] : []),
    ...flags('--cap-drop', options.cap_drop),
    ...flags('--cap-add', options.cap_add),
    ...flags('--security-opt', options.security_opt).map((one) => one.replace(/:true$/, '')),
    ...flags('--user', options.user),
  ];
}

function limits(options: Service): string[] {
  const { mem_limit: memory, cpus, pids_limit: pids, stop_grace_period: grace } = options;
  const size = options.logging?.options['max-size'];
  return [
    ...(options.init ? ['--init'] : []),
    ...flags('--memory', memory),
    ...flags('--cpus', cpus),
    ...flags('--pids-limit', pids),
    ...flags('--stop-timeout', grace && Number.parseInt(grace)),
    ...flags('--log-opt', size && `max-size=${size}`),
  ];
}

function attachments(project: Project, service: string, options: Service): string[] {
  const { file } = project;
  const networks = options.networks ?? ['default'];
  const isOwned = (tmpfs: string) => /[,:]uid=/.test(tmpfs);
  const tmpfs = options.tmpfs?.filter((one) => !isOwned(one));
  const owned = options.tmpfs?.filter(isOwned);
  const secrets = (options.secrets ?? []).map((name) => {
    const { file: path = '' } = file.secrets[name] ?? {};
    return `${resolve(file.folder, path)}:/run/secrets/${name}:ro`;
  });
  const volumes = (options.volumes ?? []).map((one) => {
    const [source = '', ...rest] = one.split(':');
    const from = /^[./]/.test(source) ? resolve(file.folder, source) : `${project.name}_${source}`;
    return [from, ...rest].join(':');
  });
  const inMemory = owned?.map(
    (one) => `${memoryVolume(project, service, one)}:${one.split(':')[0]}`,
  );
  return [
    ...networks.flatMap((name) => ['--network', `${project.name}_${name}:alias=${service}`]),
    // The kernel may lose one of two concurrent DNS queries, because their port is redirected
    // (shuffle-names.ts).
    ...['--dns-option', 'single-request'],
    ...flags('--volume', [...volumes, ...secrets]),
    ...flags('--tmpfs', tmpfs),
    ...flags('--volume', inMemory),
  ];
}

/**
 * Creates a volume in memory, because Podman 4.3 supports no tmpfs that belongs to a user. It has no
 * size limit. Returns the volume's name.
 */
function memoryVolume({ name }: Project, service: string, tmpfs: string): string {
  const [path = '', options = ''] = tmpfs.split(':');
  const volume = `${name}_${service}${path.replaceAll('/', '-')}`;
  const unlimited = options.replace(/size=\w+,?/, '');
  const driver = ['--opt', 'type=tmpfs', '--opt', 'device=tmpfs', '--opt', `o=${unlimited}`];
  const isThere = podman(['volume', 'ls', '--quiet']).split('\n').includes(volume);
  if (!isThere) podman(['volume', 'create', ...driver, volume]);
  return volume;
}

type Value = string | number | undefined;

function flags(flag: string, values: Value | Value[]): string[] {
  const given = [values].flat().filter((value) => value !== undefined);
  return given.flatMap((value) => [flag, String(value)]);
}
