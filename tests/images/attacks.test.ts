import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { projectRoot } from '../../dev/processes.ts';
import { officeApi } from '../../office/office-api.ts';
import {
  aimedAttacks,
  judgeAcknowledgements,
  type AimedPost,
} from '../../testing/aimed-attacks.ts';
import { makeCertificates } from '../../testing/certificates.ts';
import { bundleForNode } from '../../testing/containers/base-images.ts';
import type { SlowLoad, SlowResult } from '../../testing/slow-senders.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { ask } from '../deploy/promises.ts';
import {
  askOffice,
  containersOf,
  inspect,
  post,
  recipientsAbout,
  referenceIn,
  run,
  server,
  untilHealthy,
  untilStored,
} from './product.ts';
import { staff } from './start-product.ts';

const network = `${process.env.COMPOSE_PROJECT_NAME}_default`;

/**
 * Posts enquiries from the worker's container, whose IP address differs from the test's. Returns
 * the references of the accepted enquiries.
 */
async function postFromElsewhere(posts: AimedPost[]): Promise<string[]> {
  const program = `
    import { request } from 'node:https';
    import { text } from 'node:stream/consumers';
    const target = { host: 'web', servername: 'localhost', rejectUnauthorized: false };
    for (const { form, headers } of ${JSON.stringify(posts)}) {
      const own = { ...headers, Host: 'localhost', 'Content-Type': 'application/json' };
      const options = { ...target, path: '/api/contact', method: 'POST', headers: own };
      const response = await new Promise((resolve, reject) => {
        request(options, resolve).on('error', reject).end(JSON.stringify(form));
      });
      const body = await text(response);
      if (response.statusCode === 202) console.log(JSON.parse(body).reference);
    }`;
  const command = 'docker compose exec -T worker node --input-type=module -';
  return (await run(command, program)).split('\n').filter(Boolean);
}

it.each(Object.entries(aimedAttacks))('visitors are not kept out by %s', async (_name, attack) => {
  const accepted = await postFromElsewhere(attack.hostile);
  const answers = [];
  for (const { form } of attack.honest) answers.push(await post(form));
  expect(answers.map(({ status }) => status)).toEqual(attack.honest.map(() => 202));
  const references = answers.map(referenceIn);
  await untilStored(references);
  const { received } = await waitFor('all are acknowledged', async () => {
    const all = [...new Set([...accepted, ...references])];
    const recipients = await Promise.all(all.map(recipientsAbout));
    const judged = judgeAcknowledgements(attack, recipients.flat());
    return judged.missing === 0 && judged;
  });
  expect(received).toBeLessThanOrEqual(3);
});

describe('4,600 connections that send one byte of a body', () => {
  const folder = dirname(inject('folder'));
  const program = join(folder, 'slow-senders.mjs');
  const nginx = { ...server, url: 'https://localhost:8443', port: 8443 };
  let cookie = '';

  beforeAll(async () => {
    await bundleForNode(join(projectRoot, 'testing/slow-senders.ts'), program);
    const signedIn = await askOffice(officeApi['session.sign-in'].path, staff);
    cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
    await startNginx();
  });

  afterAll(() => run('docker rm --force images-nginx'));

  /** Starts nginx, configured as in deploy/nginx, in front of the API and the enquiries desk. */
  async function startNginx(): Promise<void> {
    const { good } = makeCertificates(folder, 'DNS:localhost');
    nginx.certificate = good.cert.toString();
    const shipped = readFileSync(join(projectRoot, 'deploy/nginx/enquiries.conf'), 'utf8');
    const config = shipped
      .replace('127.0.0.1:3001', 'api:3001')
      .replace('127.0.0.1:3003', 'office:3003')
      .replace(/ssl_certificate .*;/, 'ssl_certificate good;')
      .replace(/ssl_certificate_key .*;/, 'ssl_certificate_key key;');
    writeFileSync(join(folder, 'enquiries.conf'), config);
    writeFileSync(join(folder, 'headers.nginx.conf'), '');
    const shared = ['http', 'refusals', 'site'].map((name) => `${name}.conf`);
    const mounts = [
      ...shared.map((name) => `${inject('folder')}/deploy/nginx/${name}:/etc/nginx/${name}`),
      ...['good', 'key', 'headers.nginx.conf'].map(
        (name) => `${folder}/${name}:/etc/nginx/${name}`,
      ),
      `${folder}/enquiries.conf:/etc/nginx/conf.d/default.conf`,
      `${inject('site')}:/srv/www`,
    ].map((mount) => `--volume ${mount}:ro`);
    const options = `--name images-nginx --network ${network} --network-alias nginx --publish 127.0.0.1:8443:443`;
    const image = inject('real') ? 'nginx:1-alpine' : '--pull never localhost/stand-in-nginx';
    // A comment in enquiries.conf requires this setting.
    const more = "sed -i 's/worker_connections .*/worker_connections 8192;/' /etc/nginx/nginx.conf";
    const start = `sh -c "${more} && exec nginx -g 'daemon off;'"`;
    await run(`docker run --detach ${options} ${mounts.join(' ')} ${image} ${start}`);
    await waitFor('nginx answers', () => ask(nginx, '/').catch(() => undefined));
  }

  /** Runs the attack in a container without memory or CPU limits. */
  async function attack(load: SlowLoad): Promise<SlowResult> {
    const [api = ''] = await containersOf('api');
    const image = await inspect(api, '.Image');
    const options = `--rm --network ${network} --volume ${program}:/slow.mjs:ro --env LOAD='${JSON.stringify(load)}'`;
    const output = await run(`docker run ${options} --entrypoint node ${image} /slow.mjs`);
    return JSON.parse(output) as SlowResult;
  }

  it.each([
    ['the form', 'Caddy', '/api/contact'],
    ['the sign-in', 'Caddy', officeApi['session.sign-in'].path],
    ['the form', 'nginx', '/api/contact'],
    ['the sign-in', 'nginx', officeApi['session.sign-in'].path],
  ])('to %s through %s cause no errors for visitors or staff', async (_to, name, path) => {
    const [through, host] = name === 'Caddy' ? [server, 'web'] : [nginx, 'nginx'];
    const attacking = attack({ url: `https://${host}${path}`, connections: 4_600, seconds: 16 });
    await sleep(4_000);
    const times: number[] = [];
    const timed = async (asking: Promise<{ status: number }>) => {
      const started = performance.now();
      const { status } = await asking;
      times.push(performance.now() - started);
      return status;
    };
    const headers = { Cookie: cookie };
    const answers = [];
    for (let turn = 0; turn < 60; turn += 1) {
      answers.push(timed(post(undefined, undefined, through)));
      answers.push(timed(ask(through, officeApi['session.read'].path, { headers })));
      await sleep(200);
    }
    const statuses = await Promise.all(answers);
    const { most, statuses: attacked } = await attacking;
    const [median = 0, last = 0] = [60, -2].map((index) => times.sort((a, b) => a - b).at(index));
    console.info(`${name} ${path}: p50 ${median} ms, p99 ${last} ms; ${most} open`, attacked);
    const answered = Object.values(attacked).reduce((sum, count) => sum + count, 0);
    // Refused clients wait a second before they reconnect, so fewer than 4,600 are counted.
    expect(most + answered).toBeGreaterThan(2_000);
    expect(statuses.filter((status) => status !== 202 && status !== 200)).toEqual([]);
    await untilHealthy('web');
  });
});
