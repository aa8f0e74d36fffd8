import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chooseMongodb } from '../dev/mongodb-server.ts';
import { findFreePort, waitForPort } from '../dev/ports.ts';
import { createOwnProcess, type OwnProcess } from './own-process.ts';

/**
 * A disposable MongoDB: `mongod` if available, else the embedded server.
 *
 * @param folder keeps its files; without one they are deleted
 */
export async function startOwnMongodb(folder?: string): Promise<OwnProcess & { url: string }> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'own-mongodb-')));
  const port = await findFreePort();
  const { uri, launch } = await chooseMongodb(undefined, port, dataDir, console.info);
  if (!launch) throw new Error('There is no MongoDB to start.');
  const server = createOwnProcess(launch, (child) => waitForPort(port, child));
  await server.start();
  return {
    ...server,
    url: uri,
    async stop() {
      await server.stop();
      if (!folder) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
