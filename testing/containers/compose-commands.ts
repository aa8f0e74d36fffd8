import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { npmCache, standInFor } from './base-images.ts';
import { describeContainer, digestOf, imageOf, labels, type Project } from './compose-container.ts';
import { cacheFolder, passToPodman, podman } from './podman.ts';

/** The options of `up`. `scale` has entries such as `api=2`, which override `deploy.replicas`. */
interface UpOptions {
  build?: boolean | undefined;
  wait?: boolean | undefined;
  /** In seconds. */
  'wait-timeout'?: string | undefined;
  'no-deps'?: boolean | undefined;
  'no-recreate'?: boolean | undefined;
  'force-recreate'?: boolean | undefined;
  scale?: string[] | undefined;
}

interface Container {
  id: string;
  name: string;
  service: string;
  madeAs: string;
  running: boolean;
}

/**
 * The containers of a project or of some of its services, sorted by the number at the end of their
 * names.
 */
export function containersOf(project: Project, ...services: string[]): Container[] {
  const filter = ['--filter', `label=${labels.project}=${project.name}`];
  const listed = JSON.parse(podman(['ps', '--all', '--format', 'json', ...filter])) as {
    Id: string;
    Names: string[];
    Labels: Record<string, string>;
    State: string;
  }[];
  return listed
    .map(({ Id: id, Names: [name = ''], Labels, State }) => ({
      ...{ id, name, running: State === 'running' },
      service: Labels[labels.service] ?? '',
      madeAs: Labels[labels.made] ?? '',
    }))
    .filter(
      (one) => one.service !== '' && (services.length === 0 || services.includes(one.service)),
    )
    .sort((a, b) => numberOf(a.name) - numberOf(b.name));
}

function numberOf(name: string): number {
  return Number(name.split('-').at(-1));
}

/** Builds the images of the given services, except those without a Dockerfile. */
export function build(project: Project, services: string[]): void {
  for (const service of services) {
    const { build: recipe } = project.file.services[service] ?? {};
    if (!recipe) continue;
    const file = join(project.file.folder, recipe.dockerfile);
    const args = Object.entries(recipe.args ?? {}).filter(([, value]) => value !== null);
    const names = [...readFileSync(file, 'utf8').matchAll(/^FROM (?:--\S+ )*(\S+)/gm)];
    const bases = new Set(names.map(([, name = '']) => name).filter(standInFor));
    const status = passToPodman(
      [
        ...['build', '--network=host', '--pull=never', '--tag', imageOf(project, service)],
        ...['--volume', `${join(cacheFolder, 'npm')}:${npmCache}`],
        ...[...bases].flatMap((name) => [
          '--build-context',
          `${name}=container-image://${standInFor(name)}`,
        ]),
        ...(recipe.target ? ['--target', recipe.target] : []),
        ...args.flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]),
        ...['--file', file, join(project.file.folder, recipe.context)],
      ],
      ['ignore', 2, 2],
    );
    if (status !== 0) throw new Error(`podman build ended with ${status}.`);
  }
}

/**
 * Creates missing containers, recreates outdated ones, starts stopped ones and removes those beyond
 * the scale. Dependencies come first.
 */
export async function up(project: Project, services: string[], options: UpOptions) {
  const wanted = inOrder(project, services, !options['no-deps']);
  const isBuilt = (service: string) =>
    podman(['images', '--quiet', imageOf(project, service)]).trim() !== '';
  build(project, options.build ? wanted : wanted.filter((service) => !isBuilt(service)));
  makeNetwork(`${project.name}_default`);
  for (const [name, network] of Object.entries(project.file.networks)) {
    makeNetwork(`${project.name}_${name}`, network?.internal);
  }
  const deadline = Date.now() + Number(options['wait-timeout'] ?? 300) * 1_000;
  for (const service of wanted) {
    const needed = Object.keys(project.file.services[service]?.depends_on ?? {});
    if (!options['no-deps']) await untilHealthy(project, needed, deadline);
    upOne(project, service, options);
  }
  if (options.wait) await untilHealthy(project, wanted, deadline);
}

/**
 * Lists the named services or, if none is named, those whose profiles are all active. With
 * `withNeeded`, inserts the dependencies of each service before it.
 */
function inOrder({ file }: Project, named: string[], withNeeded: boolean): string[] {
  const profiles = (process.env.COMPOSE_PROFILES ?? '').split(',');
  const isOn = (name: string) =>
    (file.services[name]?.profiles ?? []).every((profile) => profiles.includes(profile));
  const order = new Set<string>();
  const add = (name: string) => {
    if (!file.services[name]) throw new Error(`no such service: ${name}`);
    if (withNeeded) Object.keys(file.services[name].depends_on ?? {}).forEach(add);
    order.add(name);
  };
  (named.length > 0 ? named : Object.keys(file.services).filter(isOn)).forEach(add);
  return [...order];
}

function makeNetwork(name: string, internal = false): void {
  if (podman(['network', 'ls', '--quiet']).split('\n').includes(name)) return;
  podman(['network', 'create', ...(internal ? ['--internal'] : []), name]);
}

function upOne(project: Project, service: string, options: UpOptions): void {
  const existing = containersOf(project, service);
  const scale = new Map(options.scale?.map((one) => one.split('=') as [string, string]));
  const { replicas = '1' } = project.file.services[service]?.deploy ?? {};
  const count = Number(scale.get(service) ?? replicas);
  for (const { name } of existing.slice(count)) remove(name);
  const kept = existing.slice(0, count);
  for (const { name, madeAs, running } of kept) {
    const isOld = madeAs !== describe(project, service, name).digest || options['force-recreate'];
    if (isOld && !options['no-recreate']) {
      remove(name);
      create(project, service, name);
    } else if (!running) podman(['start', name]);
  }
  let number = 0;
  for (let missing = count - kept.length; missing > 0; missing -= 1) {
    do number += 1;
    while (kept.some(({ name }) => numberOf(name) === number));
    create(project, service, `${project.name}-${service}-${number}`);
  }
}

function describe(project: Project, service: string, name: string) {
  const description = describeContainer(project, service, name);
  const id = podman(['image', 'inspect', '--format', '{{.Id}}', imageOf(project, service)]);
  return { description, digest: digestOf(description, id) };
}

function create(project: Project, service: string, name: string): void {
  const { description, digest } = describe(project, service, name);
  podman(['run', '--detach', '--label', `${labels.made}=${digest}`, ...description]);
}

function remove(name: string): void {
  podman(['stop', name]);
  podman(['rm', '--force', name]);
}

async function untilHealthy(project: Project, services: string[], deadline: number) {
  const pending = new Set(services.flatMap((service) => containersOf(project, service)));
  for (;;) {
    for (const container of pending) {
      const check = project.file.services[container.service]?.healthcheck;
      if (check ? isHealthy(container.name) : isRunning(container.name)) pending.delete(container);
    }
    if (pending.size === 0) return;
    if (Date.now() > deadline) {
      throw new Error(`not healthy: ${[...pending].map(({ name }) => name).join(', ')}`);
    }
    await sleep(500);
  }
}

/** Checks a container's health. Podman also records the result in the container's status. */
function isHealthy(name: string): boolean {
  return passToPodman(['healthcheck', 'run', name], 'ignore') === 0;
}

function isRunning(name: string): boolean {
  return podman(['inspect', '--format', '{{.State.Running}}', name]).trim() === 'true';
}

/** Stops and removes a project's containers, removes its networks and, on request, its volumes. */
export function down(project: Project, volumes: boolean): void {
  const filter = ['--filter', `label=${labels.project}=${project.name}`];
  const ids = podman(['ps', '--all', '--quiet', ...filter])
    .split('\n')
    .filter(Boolean);
  if (ids.length > 0) podman(['stop', ...ids]);
  if (ids.length > 0) podman(['rm', '--force', ...ids]);
  const ofProject = (listed: string) =>
    listed.split('\n').filter((name) => name.startsWith(`${project.name}_`));
  for (const name of ofProject(podman(['network', 'ls', '--format', '{{.Name}}']))) {
    podman(['network', 'rm', name]);
  }
  if (!volumes) return;
  for (const name of ofProject(podman(['volume', 'ls', '--quiet']))) podman(['volume', 'rm', name]);
}
