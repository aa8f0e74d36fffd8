import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';

import { builtSite } from '../dev/build-site.ts';
import { exchange, judge, type Quirks } from '../testing/fuzz-exchange.ts';
import { fuzzCase, stalledCase, type FuzzCase } from '../testing/fuzz-requests.ts';
import { startOwnRedis } from '../testing/own-redis.ts';
import { buildServers, noLimits } from '../testing/service.ts';
import { startCaddy, startNginx } from '../tests/deploy/web-server.ts';
import { formatTable } from './figures.ts';
import { startMeasured } from './processes.ts';
import { openSession } from './session.ts';

/** Concurrent connections per entry point. */
const concurrency = 12;
/** How many cases are generated at a time. Long runs then need no more memory than short ones. */
const batch = 300;
/** The maximum growth of memory after the first tenth of the run, as a factor. */
const mostGrowth = { heap: 1.25, rss: 1.5 };

interface EntryPoint {
  name: string;
  url: string;
  quirks: Quirks;
  /** The number of responses by status, and of connections without a response. */
  counts: Map<string, number>;
}

interface Finding {
  way: EntryPoint;
  what: string;
  count: number;
  example: FuzzCase;
  /** The position of the example among the cases made from the seed; NaN for a `stalledCase`. */
  position: number;
}

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '30000' },
    seed: { type: 'string', default: '1953' },
    only: { type: 'string', multiple: true, default: ['api', 'caddy', 'nginx'] },
  },
});
const [cases, seed] = [Number(values.requests), Number(values.seed)];
const findings = new Map<string, Finding>();

async function runCase(way: EntryPoint, sent: FuzzCase, position: number): Promise<void> {
  const got = await exchange(way.url, sent);
  const statuses = got.answers.map(({ status }) => String(status));
  for (const status of statuses.length > 0 ? statuses : ['none']) {
    way.counts.set(status, (way.counts.get(status) ?? 0) + 1);
  }
  for (const what of judge(sent, got, way.quirks)) {
    const key = `${way.name}: ${what}`;
    const known = findings.get(key);
    if (known) known.count += 1;
    else findings.set(key, { way, what, count: 1, example: sent, position });
  }
}

/** Sends the cases at positions `from` to `to - 1`, alternating between entry points. */
async function run(ways: EntryPoint[], from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += batch) {
    const numRuns = Math.min(batch, to - start);
    const made = fc.sample(fuzzCase, { seed, path: String(start), numRuns });
    const queue = made.entries();
    const send = async () => {
      for (const [index, sent] of queue) {
        const way = ways[(start + index) % ways.length];
        if (way) await runCase(way, sent, start + index);
      }
    };
    await Promise.all(Array.from({ length: concurrency * ways.length }, send));
  }
}

/** Searches for the smallest case with the same finding, for at most half a minute. */
async function shrink({ way, what, position, example }: Finding): Promise<FuzzCase> {
  const property = fc.asyncProperty(fuzzCase, async (sent) => {
    return !judge(sent, await exchange(way.url, sent), way.quirks).includes(what);
  });
  const options = { seed, path: String(position), numRuns: 1, interruptAfterTimeLimit: 30_000 };
  const { counterexample } = await fc.check(property, options);
  return counterexample?.[0] ?? example;
}

/** Writes the bytes of a case as a JavaScript string, with long repetitions shortened. */
function show({ requests, delivery }: FuzzCase): string {
  const text = JSON.stringify(requests.map(({ bytes }) => bytes).join(''));
  const short = text.replace(/(.{1,6}?)\1{19,}/g, (run, part: string) => {
    return `…${part}×${run.length / part.length}…`;
  });
  return `${delivery === 'whole' ? '' : `(${delivery}) `}${short.slice(0, 600)}`;
}

function formatCounts(ways: EntryPoint[]): string {
  const statuses = [...new Set(ways.flatMap(({ counts }) => [...counts.keys()]))].sort();
  const rows = ways.map(({ name, counts }) => [
    name,
    ...statuses.map((status) => String(counts.get(status) ?? 0)),
  ]);
  return formatTable([['way in', ...statuses], ...rows]);
}

/** Caddy and nginx reset connections; no setting prevents that. */
const proxy: Quirks = { resets: true };
/** Recognises responses that Go's HTTP server sends before Caddy's configuration applies. */
const beyondCaddy: Quirks['beyondUs'] = ({ status, headers, body }) =>
  !('strict-transport-security' in headers) &&
  (body.startsWith(`${status} `) ||
    (status === 501 && body === 'Unsupported transfer encoding') ||
    ([405, 417].includes(status) && body === ''));

await buildServers();
const session = await openSession(false);
try {
  const redis = session.keep(await startOwnRedis());
  const behindProxy = { LOG_LEVEL: 'error', TRUSTED_PROXY_HOPS: '1', REDIS_URL: redis.url };
  const settings = { ...noLimits, ...behindProxy };
  const api = await startMeasured(session, 'api', settings, { nodeArgs: ['--expose-gc'] });
  // Nothing listens on the enquiries desk's port, so staff requests are answered 503.
  const behind = { root: builtSite, apiPort: Number(new URL(api.url).port), officePort: 9 };
  const starts: Record<string, () => Promise<Pick<EntryPoint, 'url' | 'quirks'>>> = {
    api: () => Promise.resolve({ url: api.url, quirks: {} }),
    async caddy() {
      const { url } = session.keep(await startCaddy(behind));
      return { url, quirks: { ...proxy, beyondUs: beyondCaddy } };
    },
    async nginx() {
      const { url } = session.keep(await startNginx(behind));
      return { url, quirks: proxy };
    },
  };
  const ways: EntryPoint[] = [];
  for (const name of values.only) {
    const way = await starts[name]?.();
    if (way) ways.push({ name, ...way, counts: new Map() });
  }

  const tenth = Math.ceil(cases / 10);
  await run(ways, 0, tenth);
  const before = await api.memory();
  const direct = ways.filter(({ name }) => name === 'api');
  const stalled = fc.sample(stalledCase, { seed, numRuns: Math.ceil(cases / 300) });
  await Promise.all([
    run(ways, tenth, cases),
    ...direct.flatMap((way) => stalled.map((sent) => runCase(way, sent, NaN))),
  ]);
  const after = await api.memory();

  const growth = { heap: after.heap / before.heap, rss: after.now / before.now };
  console.info(`Seed ${seed}, ${cases} connections, ${stalled.length} that stall; answers:\n`);
  console.info(formatCounts(ways));
  console.info(
    `\nMemory at the end relative to that after a tenth: heap ${growth.heap.toFixed(2)}, RSS ${growth.rss.toFixed(2)} (${Math.round(after.now / 2 ** 20)} MiB)\n`,
  );
  for (const [key, finding] of [...findings].sort()) {
    const example = Number.isNaN(finding.position) ? finding.example : await shrink(finding);
    console.info(`- ${key} (${finding.count})\n    ${show(example)}`);
  }
  const log = readFileSync(join(session.folder, 'api.log'), 'utf8');
  const failures = [
    ...(findings.size > 0 ? [`${findings.size} kinds of findings.`] : []),
    ...(growth.heap > mostGrowth.heap || growth.rss > mostGrowth.rss ? ['Memory grew.'] : []),
    ...(/"level":"(?:error|fatal)"/.test(log) ? ['The API logged an error.'] : []),
  ];
  for (const failure of failures) console.error(failure);
  process.exitCode = failures.length > 0 ? 1 : 0;
} finally {
  await session.end();
}
