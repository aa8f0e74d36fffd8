import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';

import { createEnquiry } from '#support/enquiry.ts';
import { startOwnRedis } from '#support/own-redis.ts';
import { buildServers, noLimits, startService, type Service } from '#support/service.ts';

const connections = 32;
const rounds = 5;
const requests = 3_000;
/** Of typical length. */
const message = 'We are looking for a secretariat for our guild, from March. '.repeat(10);

// Preloaded into both servers: `ps` counts in hundredths of a second, which is too coarse.
const reportCpu = `
  process.on('message', () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    process.send((userCPUTime + systemCPUTime) / 1e6);
  });
  process.channel.unref();`;
const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(reportCpu)}`];

async function readCpu({ child }: Service): Promise<number> {
  const answer = once(child, 'message') as Promise<[number]>;
  child.send('cpu');
  return (await answer)[0];
}

function post(url: string, agent: Agent, body: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
    request(`${url}/api/contact`, { method: 'POST', agent, headers }, (response) => {
      response.once('end', () => resolve(response.statusCode)).resume();
    })
      .once('error', reject)
      .end(body);
  });
}

/** Returns how many different enquiries one CPU second accepts. */
async function measure(service: Service): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let begun = 0;
  const sendSome = async () => {
    while ((begun += 1) <= requests) {
      const body = JSON.stringify(createEnquiry({ message: `${message}${randomUUID()}` }));
      const status = await post(service.url, agent, body);
      if (status !== 202) throw new Error(`An enquiry was answered ${status}.`);
    }
  };
  const before = await readCpu(service);
  await Promise.all(Array.from({ length: connections }, sendSome));
  agent.destroy();
  return requests / ((await readCpu(service)) - before);
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

async function main(): Promise<void> {
  buildServers();
  const redis = await startOwnRedis();
  const settings = {
    ...noLimits,
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    REDIS_URL: redis.url,
  };
  const api = await startService('api', settings, { nodeArgs });
  const empty = await startService('api', settings, {
    nodeArgs,
    bundle: 'tests/load/empty-route.js',
  });
  try {
    const accepted: number[] = [];
    const answered: number[] = [];
    // The first round warms both up and is not counted.
    for (let round = 0; round <= rounds; round += 1) {
      const [ofEmpty, ofApi] = [await measure(empty), await measure(api)];
      if (round === 0) continue;
      accepted.push(ofApi);
      answered.push(ofEmpty);
    }
    const ratios = accepted.map((value, round) => value / (answered[round] ?? 1));
    console.log(`Enquiries per CPU second, median of ${rounds} rounds of ${requests}:`);
    console.log(`  this API               ${median(accepted).toFixed(0)}`);
    console.log(`  an empty Express route ${median(answered).toFixed(0)}`);
    console.log(`  this API / empty route ${median(ratios).toFixed(2)}`);
  } finally {
    await Promise.all([api.stop(), empty.stop()]);
    await redis.stop();
  }
}

await main();
