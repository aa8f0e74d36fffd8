import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

import { lockFolder } from '../../dev/folder-lock.ts';
import { projectRoot } from '../../dev/processes.ts';
import { officeApi } from '../../office/office-api.ts';
import { chooseDocker } from '../../testing/containers/choose-docker.ts';
import { commandsOf } from './page.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the clone in which docs/deployment.md was followed. */
    folder: string;
    /** The folder with a copy of the served site. */
    site: string;
    certificate: string;
    /** The output of the command that creates the first account: a one-time link. */
    link: string;
    /** Whether the images of MongoDB, Redis, Caddy and Node are the official ones. */
    real: boolean;
  }
}

/** The account that docs/deployment.md adds. */
export const first = { username: 'thandiwe', password: 'quiver sandstone ladder gecko' };

/** A script for the container of the enquiries desk. It sets a password with a one-time link. */
const useLink = `fetch('http://127.0.0.1:3003${officeApi['link.use'].path}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
  body: process.argv[1],
}).then(({ status }) => process.exit(status === 200 ? 0 : 1))`;

/** The account with which the tests read enquiries and run staff commands. */
export const staff = { username: 'naledi', password: 'marula branch teapot quilt' };

const projectName = 'association-office-images';
const mailServer = 'smtp://mailpit:1025';
const settings = {
  SITE_URL: 'https://localhost',
  MAIL_FROM: 'Association Office <office@example.co.za>',
  MAIL_STAFF: 'staff@example.co.za',
  // All visitors in the tests share one IP address.
  RATE_LIMIT_PER_ADDRESS: '1000000',
  RATE_LIMIT_PER_MINUTE: '1000000',
  // Most email addresses in the tests have the same domain.
  ACKNOWLEDGEMENTS_PER_HOUR: '1000000',
  DIGEST_AT: 'never',
};

/**
 * Follows docs/deployment.md, from a clone of the last commit to a running product, but with the
 * settings above and a second account. Returns a function that removes the product.
 */
export default async function startProduct(project: TestProject) {
  const started = Date.now();
  const say = (line: string) =>
    console.log(`${((Date.now() - started) / 1_000).toFixed(0).padStart(4)} s  ${line}`);
  // Concurrent runs would remove each other's containers.
  const { release } = await lockFolder(join(tmpdir(), projectName), 'another npm run images');
  const docker = await chooseDocker(say);
  say(`Containers are run by ${docker.description}.`);
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: projectRoot });
  if (changed.length > 0) say('What is not committed is not tested.');

  const above = mkdtempSync(join(tmpdir(), 'images-'));
  const folder = join(above, 'association-office');
  Object.assign(process.env, {
    COMPOSE_PROJECT_NAME: projectName,
    COMPOSE_PROFILES: 'mail',
    // The documented command clones from a public URL, which Git replaces with this repository.
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `url.file://${projectRoot}.insteadOf`,
    GIT_CONFIG_VALUE_0: 'https://github.com/example/association-office.git',
  });
  const run = (commands: string, cwd: string, input = '') => {
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', commands], {
      ...{ cwd, input, encoding: 'utf8', maxBuffer: 2 ** 28 },
    });
    if (status !== 0) throw new Error(`Failed: ${commands}\n${stderr.slice(-20_000)}\n${stdout}`);
    return stdout;
  };
  const [settle = ''] = commandsOf('deployment.md', 'The settings');
  const [start = ''] = commandsOf('deployment.md', 'Start');
  const [addAccount = ''] = commandsOf('deployment.md', 'The first account');

  run(settle, above, `${mailServer}\n`);
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  // If a variable is set on several lines, the last one applies.
  appendFileSync(join(folder, '.env'), lines.join(''));
  // Removes the containers and volumes of an earlier run that was killed.
  run('docker compose down --volumes', folder);
  const endWatch = docker.watch(projectName);
  const end = async () => {
    await endWatch();
    run('docker compose down --volumes', folder);
    rmSync(above, { recursive: true });
    release();
    say('Everything that was started is gone.');
  };
  try {
    say('Building the images and starting the product …');
    run(start, folder);
    say('Every part is healthy.');
    const authority = '/var/lib/caddy/caddy/pki/authorities/local/root.crt';
    const certificate = run(`docker compose exec -T web cat ${authority}`, folder);
    const link = run(addAccount, folder);
    const office = 'docker compose exec -T office node';
    const body = JSON.stringify({ token: link.trim().split('#')[1], password: first.password });
    run(`${office} --eval "${useLink}" '${body}'`, folder);
    const add = `users add ${staff.username} --role officer --as ${first.username}`;
    const passwords = `${first.password}\\n${staff.password}\\n`;
    run(`printf '${passwords}' | ${office} build/staff.js ${add}`, folder);
    const site = join(above, 'site');
    run(`docker cp "$(docker compose ps -q web)":/srv '${site}'`, folder);
    const { real } = docker;
    for (const [name, value] of Object.entries({ folder, site, certificate, link, real })) {
      project.provide(name as 'link', value as string);
    }
  } catch (error) {
    console.error(spawnSync('docker', ['compose', 'logs'], { cwd: folder }).stdout.toString());
    await end();
    throw error;
  }
  return end;
}
