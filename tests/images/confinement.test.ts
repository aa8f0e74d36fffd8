import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';

import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import {
  containersOf,
  inspect,
  post,
  referenceIn,
  run,
  services,
  sh,
  untilStored,
} from './product.ts';
import { staff } from './start-product.ts';

const built = ['web', 'api', 'worker', 'office'];
/** The bit of CAP_NET_BIND_SERVICE. */
const bindService = 1n << 10n;

async function codeOf(service: string, command: string): Promise<number> {
  return (await sh(`docker compose exec -T ${service} sh -c '${command}'`)).code;
}

describe.each(services)('%s', (service) => {
  it('cannot write to its root filesystem', async () => {
    for (const folder of ['/', '/etc', '/usr/local/bin', '/app']) {
      const command = `! test -d ${folder} || ! touch ${folder}/planted 2>/dev/null`;
      expect(await codeOf(service, command), folder).toBe(0);
    }
    const mounts = await run(`docker compose exec -T ${service} cat /proc/mounts`);
    expect(mounts).toMatch(/^\S+ \/ \S+ ro[, ]/m);
  });

  it('runs as an unprivileged user that cannot gain privileges', async () => {
    const read = 'cat /proc/[0-9]*/status 2>/dev/null || true';
    const states = await run(`docker compose exec -T ${service} sh -c '${read}'`);
    const allowed = service === 'web' ? bindService : 0n;
    const values = (name: string) =>
      [...states.matchAll(new RegExp(`^${name}:\\s+(\\S+)`, 'gm'))].map(([, value = '']) => value);
    expect(values('Uid')).not.toContain('0');
    expect(values('Uid').length).toBeGreaterThan(1);
    expect(new Set(values('NoNewPrivs'))).toEqual(new Set(['1']));
    for (const kind of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) {
      const others = values(kind).filter((value) => (BigInt(`0x${value}`) & ~allowed) !== 0n);
      expect(others, kind).toEqual([]);
    }
  });

  it('has limits for memory and processes', async () => {
    const [id = ''] = await containersOf(service);
    expect(Number(await inspect(id, '.HostConfig.Memory'))).toBeGreaterThan(0);
    expect(Number(await inspect(id, '.HostConfig.PidsLimit'))).toBeGreaterThan(0);
  });
});

async function addressesOf(service: string): Promise<string[]> {
  const [id = ''] = await containersOf(service);
  const networks = JSON.parse(await inspect(id, 'json .NetworkSettings.Networks')) as object;
  return Object.values(networks).map((network: { IPAddress: string }) => network.IPAddress);
}

/** Whether Node.js in a container can connect to an address within two seconds. */
async function reaches(service: string, host: string, port: number): Promise<boolean> {
  const script = `const s = require("net").connect(${port}, "${host}", () => process.exit(0)); s.on("error", () => process.exit(1)); setTimeout(() => process.exit(1), 2000)`;
  return (await codeOf(service, `node -e "${script.replaceAll('"', '\\"')}"`)) === 0;
}

describe('the networks', () => {
  it('web cannot reach either store, by name or by address', async () => {
    const ports = { redis: 6379, mongo: 27_017 };
    expect(await codeOf('web', 'nc -z -w 2 api 3001')).toBe(0);
    for (const [store, port] of Object.entries(ports)) {
      for (const host of [store, ...(await addressesOf(store))]) {
        expect(await codeOf('web', `nc -z -w 2 ${host} ${port}`), host).not.toBe(0);
      }
    }
  });

  it('the API can reach Redis but not MongoDB, which the worker can reach', async () => {
    expect(await reaches('api', 'redis', 6379)).toBe(true);
    for (const host of ['mongo', ...(await addressesOf('mongo'))]) {
      expect(await reaches('api', host, 27_017), host).toBe(false);
    }
    expect(await reaches('worker', 'mongo', 27_017)).toBe(true);
  });

  it('the stores have no outbound access', async () => {
    const defaultRoute = /^\w+\s+00000000\s/m;
    const routes = (service: string) =>
      run(`docker compose exec -T ${service} cat /proc/net/route`);
    expect(await routes('web')).toMatch(defaultRoute);
    for (const store of ['redis', 'mongo']) expect(await routes(store)).not.toMatch(defaultRoute);
  });
});

describe('secrets', () => {
  const folder = join(inject('folder'), 'secrets');
  const secrets = readdirSync(folder).map((name) =>
    readFileSync(join(folder, name), 'utf8').trim(),
  );
  /** Values that must not appear anywhere. Omits the mail server's URL, which has no password. */
  const hidden = [...secrets.filter((secret) => secret.length > 30), staff.password];

  it.each(built)('are not in the image of %s, nor in its history', async (service) => {
    const [id = ''] = await containersOf(service);
    const image = await inspect(id, '.Image');
    const history = await run(
      `docker history --no-trunc ${image} && docker image inspect ${image}`,
    );
    for (const secret of hidden) expect(history).not.toContain(secret);
    // `grep` exits with 1 if it finds nothing.
    const places = '/etc /home /opt /root /srv /tmp /usr/local /var $(test ! -d /app || echo /app)';
    const find = `docker run --rm --interactive --user 0 --entrypoint sh ${image} -c 'grep -rlF -f - ${places}'`;
    const found = await sh(find, `${hidden.join('\n')}\n`);
    expect([found.code, found.out]).toEqual([1, '']);
    const brought = `docker run --rm --entrypoint find ${image} / -xdev -name .env`;
    expect((await sh(brought)).out).toBe('');
  });

  it.each(services)('are not in the metadata of %s, nor in its environment', async (service) => {
    const [id = ''] = await containersOf(service);
    const output = await run(`docker inspect ${id}`);
    for (const secret of hidden) expect(output).not.toContain(secret);
  });

  it('are not in the logs, and neither is form data', async () => {
    const form = createUniqueEnquiry({
      email: 'nobody-shall-see@example.org',
      lastName: 'Verborgen',
    });
    await untilStored([referenceIn(await post(form))]);
    const { out, error } = await sh('docker compose logs --no-color');
    const logs = out + error;
    expect(logs).toContain('enquiry stored');
    for (const secret of [...hidden, 'nobody-shall-see', 'Verborgen', form.message]) {
      expect(logs).not.toContain(secret);
    }
  });
});
