import { join } from 'node:path';

import { stopChild } from '../dev/children.ts';
import { chooseMongodb } from '../dev/mongodb-server.ts';
import { findFreePort } from '../dev/ports.ts';
import { ensureRedisServer, startRedisServer } from '../dev/redis-server.ts';
import { startMailSink, type MailSink } from './chaos/mail-sink.ts';
import type { Session } from './session.ts';

/** A Redis of the measurement's own, as durable as in production. */
export interface BenchRedis {
  url: string;
  stop(): Promise<void>;
}

/** Starts a Redis that puts every acknowledged write on the disk. */
export async function startRedis(session: Session): Promise<BenchRedis> {
  const port = await findFreePort();
  const child = await startRedisServer({
    binary: ensureRedisServer(session.say),
    port,
    dataDir: join(session.folder, `redis-${port}`),
  });
  const stop = () => stopChild(child);
  session.onEnd(stop);
  return { url: `redis://127.0.0.1:${port}`, stop };
}

/** The address of the MongoDB to measure with: MONGODB_URI, else one that is started. */
export async function startMongodb(session: Session): Promise<string> {
  const port = await findFreePort();
  const { uri, start } = chooseMongodb(process.env.MONGODB_URI, port, session.folder);
  if (start) {
    const child = await start();
    session.onEnd(() => stopChild(child));
  }
  const address = new URL(uri);
  address.pathname = `/bench-${process.pid}`;
  return address.href;
}

/** Starts an SMTP server that takes everything and tells of each message by its id. */
export async function startMail(
  session: Session,
  onMail?: (messageId: string) => void,
): Promise<MailSink> {
  const mail = await startMailSink(onMail);
  session.onEnd(() => mail.stop());
  return mail;
}
