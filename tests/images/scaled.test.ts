import { afterAll, beforeAll, expect, it } from 'vitest';

import {
  containersOf,
  killNine,
  post,
  run,
  sendUntilAcknowledged,
  services,
  untilHealthy,
  untilStored,
} from './product.ts';

const count = 1_000;
const visitors = 20;

beforeAll(async () => {
  await run('docker compose up --detach --scale api=2 --scale worker=3');
  await Promise.all(services.map(untilHealthy));
});

afterAll(async () => {
  await run('docker compose up --detach --wait');
});

/** Reads a counter of a process: the sum over all labels since the process started. */
async function counted(id: string, port: number, name: string): Promise<number> {
  const script = `fetch("http://127.0.0.1:${port}/metrics").then((answer) => answer.text()).then(console.log)`;
  const metrics = await run(`docker exec ${id} node -e '${script}'`);
  const values = [...metrics.matchAll(new RegExp(`^enquiries_${name}(?:\\{.*\\})? (\\d+)`, 'gm'))];
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}

const accepted = (id: string) => counted(id, 9101, 'accepted_total');
const stored = (id: string) => counted(id, 9102, 'accepted_to_stored_seconds_count');

async function sendMany(total: number, onEach: (sent: number) => void = () => undefined) {
  const references: string[] = [];
  let started = 0;
  const visit = async () => {
    while (started < total) {
      started += 1;
      references.push(await sendUntilAcknowledged());
      onEach(references.length);
    }
  };
  await Promise.all(Array.from({ length: visitors }, visit));
  return references;
}

it('two APIs and three workers share the load', async () => {
  const [apis, workers] = [await containersOf('api'), await containersOf('worker')];
  expect([apis.length, workers.length]).toEqual([2, 3]);
  await untilStored(await sendMany(600));
  const counts = {
    apis: await Promise.all(apis.map(accepted)),
    workers: await Promise.all(workers.map(stored)),
  };
  expect(Math.min(...counts.apis, ...counts.workers), JSON.stringify(counts)).toBeGreaterThan(0);
});

it('a restarted API gets a share of the requests', async () => {
  const apis = await containersOf('api');
  await run(`docker restart ${apis[1] ?? ''}`);
  await untilHealthy('api');
  const before = await Promise.all(apis.map(accepted));
  // Each connection goes to a random API and carries 32 requests, so the shares even out slowly.
  const each = 60;
  const visit = async () => {
    for (let sent = 0; sent < each; sent += 1) expect((await post()).status).toBe(202);
  };
  await Promise.all(Array.from({ length: visitors }, visit));
  const after = await Promise.all(apis.map(accepted));
  const shares = after.map((value, index) => value - (before[index] ?? 0));
  for (const share of shares)
    expect(share, `of ${shares.join(' and ')}`).toBeGreaterThan((visitors * each) / 12);
});

it.each([
  ['stopped', (id: string) => run(`docker stop ${id}`)],
  ['killed', killNine],
] as const)(
  'none of 1,000 enquiries is lost when an API and a worker are %s',
  async (_how, end) => {
    const ends: Promise<unknown>[] = [];
    const endOne = async (service: string) => end((await containersOf(service)).at(-1) ?? '');
    const references = await sendMany(count, (sent) => {
      if (sent === 200) ends.push(endOne('api'));
      if (sent === 500) ends.push(endOne('worker'));
    });
    await Promise.all(ends);
    expect(new Set(references).size).toBe(count);
    await untilStored(references, 120_000);
    await run('docker compose up --detach --wait --scale api=2 --scale worker=3');
  },
  300_000,
);
