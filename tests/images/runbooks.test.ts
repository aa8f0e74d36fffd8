import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, inject, it } from 'vitest';

import { projectRoot } from '../../dev/processes.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { keepSending } from './keep-sending.ts';
import { commandsOf } from './page.ts';
import {
  containersOf,
  post,
  referenceIn,
  run,
  runStaff,
  sendUntilAcknowledged,
  services,
  sh,
  untilHealthy,
  untilStored,
} from './product.ts';
import { staff } from './start-product.ts';

/** Timeout in ms for tests that build images or restart all services on a busy machine. */
const longTest = 600_000;
const page = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8');

/** Checks that the runbooks have this inline command, and returns it. */
function inWords(command: string): string {
  expect(page).toContain(`\`${command}\``);
  return command;
}

/**
 * Runs the commands of a runbook. The doctor may print warnings (exit code 1), because the test
 * itself causes some of them.
 */
async function follow(commands: string): Promise<void> {
  for (const part of commands.split(/^(docker compose exec .*doctor\.js)$/m)) {
    if (!part.endsWith('doctor.js')) {
      await run(part);
      continue;
    }
    const { code, out } = await sh(part);
    expect(code, `${part}\n${out}`).toBeLessThanOrEqual(1);
  }
}

/** Runs a `redis-cli` command in the documented way. Returns its output. */
async function redisCli(command: string): Promise<string> {
  const [shells = ''] = commandsOf('operations.md', 'Runbooks');
  return run(shells.split('\n')[0] ?? '', `${command}\n`);
}

it('the staff commands list, show, export and find enquiries, and list accounts', async () => {
  const form = createUniqueEnquiry({
    email: 'runbooks@example.org',
    organisation: 'Guild of Runbooks',
  });
  const reference = referenceIn(await post(form));
  await untilStored([reference]);
  expect(page).toContain('docker compose exec office node build/staff.js submissions …');
  expect(await runStaff(`submissions show ${reference}`)).toContain('Guild of Runbooks');
  expect(await runStaff('submissions list --email runbooks@example.org')).toContain(reference);
  expect(await runStaff('submissions export --format csv')).toContain('runbooks@example.org');
  expect(await runStaff('submissions list --status quarantined')).not.toContain(reference);
  expect(await runStaff('users list')).toContain(staff.username);
  const refused = await sh(
    `docker compose exec -T office node build/staff.js users list --as nobody`,
    'a wrong password\n',
  );
  expect(refused.code).toBe(1);
});

it('the documented command runs the doctor, which finds no problem', async () => {
  const [commands = ''] = commandsOf('operations.md', 'The doctor');
  const [doctor = ''] =
    /^docker compose exec worker node build\/staff\/doctor\.js/m.exec(commands) ?? [];
  const { code, out } = await sh(doctor);
  expect([code, out]).toEqual([0, expect.stringContaining('All completed checks passed.')]);
  expect(out).not.toMatch(/^(warning|critical)/m);
});

it('the shells of both stores open with the documented commands', async () => {
  const [commands = ''] = commandsOf('operations.md', 'Runbooks');
  const [, mongo = ''] = commands.split(/^(?=docker compose exec mongo)/m);
  expect(await redisCli('PING')).toContain('PONG');
  expect(await run(mongo, 'db.hello().setName\n')).toContain('rs0');
});

it('the restarts and checks of the runbooks work', async () => {
  await run(inWords('docker compose restart worker'));
  await untilHealthy('worker');
  expect(await run(`${inWords('docker compose logs --tail 50 redis')} 2>&1`)).toContain('Redis');
  for (const store of ['redis', 'mongo']) await run(inWords(`docker compose up -d ${store}`));
  await run(inWords('docker compose up -d --force-recreate --no-deps worker office'));
  await Promise.all(services.map(untilHealthy));
  for (const look of ['docker compose ps', 'docker compose logs --tail 100 api worker office']) {
    expect(await run(`${inWords(look)} 2>&1`)).toContain('office');
  }
  expect(await run(inWords('docker compose ps web'))).toContain('web');
  expect(await run(inWords('docker system df'))).toContain('Volumes');
  await run(`(${inWords('docker compose logs web | grep -i certificate')}) 2>&1`);
});

it('the documented commands give Redis more memory without a restart', async () => {
  await run(inWords('docker update --memory 3g --memory-swap 3g $(docker compose ps -q redis)'));
  expect(await redisCli(inWords('CONFIG SET maxmemory 2gb'))).toContain('OK');
  expect(await redisCli('CONFIG GET maxmemory')).toContain(String(2 * 1024 ** 3));
});

it('a Redis replica is promoted with the documented command', async () => {
  await redisCli('REPLICAOF 127.0.0.1 1');
  expect((await post()).status).toBe(503);
  expect(await redisCli(inWords('REPLICAOF NO ONE'))).toContain('OK');
  await untilStored([await sendUntilAcknowledged()]);
});

it('a truncated append-only file is repaired with the documented command', async () => {
  const [, fix = ''] =
    /`(docker compose run --rm --entrypoint redis-check-aof [^`]+)`/.exec(page) ?? [];
  const reference = referenceIn(await post());
  await run('docker compose stop redis');
  const tear =
    'for file in /data/appendonlydir/*.incr.aof; do printf "*3\\r\\n\\$3\\r\\nSE" >> "$file"; done';
  await run(`docker compose run --rm -T --entrypoint sh redis -c '${tear}'`);
  await run(fix, 'y\n');
  await run('docker compose start redis');
  await untilHealthy('redis');
  await untilStored([reference, await sendUntilAcknowledged()]);
});

it(
  'during an upgrade with the documented commands, no enquiry is refused',
  async () => {
    const [block = ''] = commandsOf('operations.md', 'Upgrade without downtime');
    const look = 'docker compose ps api ';
    const [before = '', after = ''] = block.split(new RegExp(`^(?=${look})`, 'm'));
    const [old] = await containersOf('api');
    // Makes the new image differ from the old one.
    appendFileSync(join(inject('folder'), 'api/main.ts'), '// A new version.\n');
    const sending = keepSending();
    await follow(before);
    expect(await containersOf('api')).toHaveLength(2);
    await run(look);
    await untilHealthy('api');
    await run(after.replaceAll('$old', old ?? ''));
    await Promise.all(services.map(untilHealthy));
    await sending.stop();
    const apis = await containersOf('api');
    expect(apis).toHaveLength(1);
    expect(apis).not.toContain(old);
    expect(sending.answers.filter((answer) => answer !== 202)).toEqual([]);
    await untilStored(sending.references);
  },
  longTest,
);

it(
  'a backup and restore recover every enquiry after the volumes are lost',
  async () => {
    const identity = await generateX25519Identity();
    const folder = inject('folder');
    writeFileSync(join(folder, '../backup-key.txt'), identity);
    const key = `BACKUP_KEY=${await identityToRecipient(identity)}`;
    appendFileSync(join(folder, '.env'), `\n${key}\n`);
    await run('docker compose build backup');
    const [block = ''] = commandsOf('operations.md', 'In production');
    const [backUp = '', restore = ''] = block.split(/^(?=# Restore )/m);
    const reference = referenceIn(await post());
    await untilStored([reference]);
    const list = () => runStaff('submissions list --format json --limit 10000');
    const isPending = '"status":"pending"';
    const before = await waitFor(
      'every email is sent',
      async () => list().then((found) => !found.includes(isPending) && found),
      longTest / 2,
      2_000,
    );
    await run(backUp);

    const volumes = '$(docker volume ls --quiet | grep -E "_(mongo|redis)-")';
    await run(`docker compose down && docker volume rm ${volumes}`);
    await run('docker compose up --detach --wait');
    await expect(runStaff('submissions list')).rejects.toThrow('There is no account');
    await follow(restore);
    await Promise.all(services.map(untilHealthy));
    expect(await list()).toBe(before);
    await untilStored([referenceIn(await post())]);
  },
  longTest,
);

it('the documented commands change the Redis password without losing an enquiry', async () => {
  const folder = join(inject('folder'), 'secrets');
  const old = readFileSync(join(folder, 'redis-password'), 'utf8').trim();
  const fresh = crypto.randomUUID();
  const sending = keepSending();
  await redisCli(inWords('ACL SETUSER default >NEW').replace('NEW', fresh));
  for (const name of ['redis-password', 'redis-url']) {
    const value = readFileSync(join(folder, name), 'utf8').trim().replace(old, fresh);
    const write = ['chmod u+w secrets/NAME', "printf '%s\\n' VALUE > secrets/NAME"];
    const commands = [...write, 'chmod 444 secrets/NAME'].map(inWords).join('\n');
    await run(commands.replaceAll('NAME', name).replace('VALUE', `'${value}'`));
  }
  await run(inWords('docker compose up -d --force-recreate --no-deps api worker office'));
  await Promise.all(services.map(untilHealthy));
  await redisCli(inWords('ACL SETUSER default <OLD').replace('OLD', old));
  const reference = referenceIn(await post());
  await sending.stop();
  expect(sending.answers.filter((answer) => answer !== 202 && answer !== 503)).toEqual([]);
  await untilStored([...sending.references, reference]);
  await run('docker compose restart redis');
  await untilHealthy('redis');
  await sendUntilAcknowledged();
});
