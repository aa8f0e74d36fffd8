import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { stopChild } from '../dev/processes.ts';
import { chooseMongodb } from '../dev/mongodb-server.ts';
import { findFreePort } from '../dev/ports.ts';
import { ensureRedisServer, startRedisServer } from '../dev/redis-server.ts';
import { startSmtpDouble, type SmtpDouble } from '../testing/smtp-double.ts';

/** What a measurement needs from its surroundings. */
export interface Session {
  quick: boolean;
  /** A folder of its own, which goes away at the end. */
  folder: string;
  /** Shows progress; it is never part of the result. */
  say: (line: string) => void;
  /** Remembers how to stop what has been started. What was started last is stopped first. */
  onEnd: (stop: () => unknown) => void;
  end: () => Promise<void>;
}

/** Opens a session that leaves nothing behind once it has ended. */
export async function openSession(quick: boolean): Promise<Session> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const stops: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
  return {
    quick,
    folder,
    say: (line) => console.error(line),
    onEnd: (stop) => void stops.push(stop),
    async end() {
      for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
    },
  };
}

/** A Redis of the measurement's own, as durable as in production. */
export interface BenchRedis {
  url: string;
  stop: () => Promise<void>;
}

/** Starts a Redis that puts every acknowledged write on the disk. */
export async function startRedis(session: Session): Promise<BenchRedis> {
  const port = await findFreePort();
  const dataDir = join(session.folder, `redis-${port}`);
  const binary = ensureRedisServer(session.say);
  const child = await startRedisServer({ binary, port, dataDir });
  const stop = () => stopChild(child);
  session.onEnd(stop);
  return { url: `redis://127.0.0.1:${port}`, stop };
}

/** The stores and the mail server that a worker or a baseline works with. */
export interface Stores extends Record<string, string> {
  REDIS_URL: string;
  MONGODB_URI: string;
  SMTP_URL: string;
}

/** Starts a Redis, a mail server that takes everything, and a MongoDB unless MONGODB_URI names one. */
export async function startStores(
  session: Session,
): Promise<{ stores: Stores; redis: BenchRedis; mail: SmtpDouble }> {
  const redis = await startRedis(session);
  const mail = await startSmtpDouble(false);
  session.onEnd(() => mail.stop());
  const port = await findFreePort();
  const { uri, start } = chooseMongodb(
    process.env.MONGODB_URI,
    port,
    join(session.folder, String(port)),
  );
  if (start) {
    const child = await start();
    session.onEnd(() => stopChild(child));
  }
  const address = new URL(uri);
  address.pathname = `/bench-${process.pid}`;
  const stores = { REDIS_URL: redis.url, MONGODB_URI: address.href, SMTP_URL: mail.url };
  return { stores, redis, mail };
}
