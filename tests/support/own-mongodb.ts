import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { prepareMongodb } from '../../dev/stores.ts';
import { findFreePort } from './free-port.ts';
import { createOwnProcess } from './own-process.ts';

/** `mongod` if available, else the embedded server. */
export async function startOwnMongodb() {
  const dataDir = await mkdtemp(join(tmpdir(), 'own-mongodb-'));
  const mongodb = prepareMongodb({ port: await findFreePort(), dataDir });
  const server = createOwnProcess(mongodb, dataDir);
  await server.start();
  return { ...server, url: mongodb.url };
}
