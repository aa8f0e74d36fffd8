import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { spawnNode, stopChild } from '../dev/processes.ts';
import { withDatabase, withMongodb } from '../testing/mongodb-address.ts';
import { startOwnMongodb } from '../testing/own-mongodb.ts';
import { startOwnRedis } from '../testing/own-redis.ts';
import { startSmtpDouble } from '../testing/smtp-double.ts';
import { describeProgress } from './figures.ts';

export type Session = Awaited<ReturnType<typeof openSession>>;

/** Opens a session. Its `end` stops what the session has started and deletes its folder. */
export async function openSession(quick: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const running: { stop: () => unknown }[] = [];
  return {
    quick,
    /** Describes the MongoDB that is measured, or the last one if there were several. */
    mongodb: undefined as string | undefined,
    folder,
    /** Shows progress, which is not part of the result. */
    say: (line: string) => console.error(line),
    /** Registers something to stop at the end, and returns it. The latest is stopped first. */
    keep<Started extends { stop: () => unknown }>(started: Started): Started {
      running.push(started);
      return started;
    },
    async end() {
      for (let last = running.pop(); last; last = running.pop()) await last.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Stores = Record<'REDIS_URL' | 'MONGODB_URI' | 'SMTP_URL', string>;

/**
 * Starts a Redis, a mail server that accepts everything and, unless MONGODB_URI is set, a MongoDB.
 */
export async function startStores(session: Session) {
  const redis = session.keep(await startOwnRedis());
  const mail = session.keep(await startSmtpDouble(false));
  const given = process.env.MONGODB_URI;
  const uri = given ?? session.keep(await startOwnMongodb()).url;
  session.mongodb = await nameMongodb(uri);
  const name = `bench-${process.pid}`;
  if (given) session.keep({ stop: () => dropDatabases(given, name, session.say) });
  const MONGODB_URI = withDatabase(uri, name);
  const stores: Stores = { REDIS_URL: redis.url, MONGODB_URI, SMTP_URL: mail.url };
  return { stores, redis, mail };
}

/** Describes a MongoDB without its address, for example `MongoDB 8.0.4, replica set`. */
async function nameMongodb(uri: string): Promise<string> {
  return withMongodb(uri, async (client) => {
    const admin = client.db('admin');
    const { setName, msg } = await admin.command({ hello: 1 });
    const { version, ferretdb, modules } = await admin.command({ buildInfo: 1 });
    if ((modules as string[] | undefined)?.includes('embedded-mongodb')) {
      return 'the embedded MongoDB';
    }
    const kind = msg === 'isdbgrid' ? ', sharded' : setName ? ', replica set' : '';
    return `${ferretdb ? 'FerretDB as ' : ''}MongoDB ${String(version)}${kind}`;
  });
}

/** Removes the benchmark's data from an external MongoDB. */
async function dropDatabases(uri: string, prefix: string, say: Session['say']): Promise<void> {
  try {
    await withMongodb(uri, async (client) => {
      const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
      const own = databases.filter(({ name }) => name.startsWith(prefix));
      for (const { name } of own) await client.db(name).dropDatabase();
    });
  } catch {
    say(`The databases ${prefix}* could not be deleted.`);
  }
}

/**
 * Runs every contender once per round. Each round starts with a different contender, so that
 * changes in load affect all of them equally. Returns each contender's samples, one per round.
 *
 * @param rounds the number of rounds in a quick session and in a full one.
 */
export async function runRounds<Name extends string, Sample>(
  { quick, say }: Session,
  what: string,
  rounds: [number, number],
  contenders: readonly Name[],
  run: (contender: Name, round: number) => Promise<Sample>,
): Promise<Record<Name, Sample[]>> {
  const samples = Object.fromEntries(contenders.map((name) => [name, [] as Sample[]]));
  const total = rounds[quick ? 0 : 1];
  const start = performance.now();
  for (let round = 0; round < total; round += 1) {
    const first = round % contenders.length;
    const turns = [...contenders.slice(first), ...contenders.slice(0, first)];
    for (const [turn, name] of turns.entries()) {
      const share = (round + turn / turns.length) / total;
      const progress = describeProgress(share, performance.now() - start);
      say(`${what}: round ${round + 1} of ${total}, ${name} (${progress})`);
      samples[name]?.push(await run(name, round));
    }
  }
  return samples as Record<Name, Sample[]>;
}

/**
 * Runs Node.js until it exits. Returns the first message that it sent, if any.
 *
 * @throws Error if it fails.
 */
export async function runNode(
  session: Session,
  args: string[],
  settings: Record<string, string>,
): Promise<unknown> {
  const child = spawnNode(args, settings, ['ignore', 'ignore', 'inherit', 'ipc']);
  session.keep({ stop: () => stopChild(child) });
  let report: unknown;
  child.once('message', (message) => (report = message));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${args.join(' ')} failed (${String(code)}).`);
  return report;
}
