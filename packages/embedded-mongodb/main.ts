import { parseArgs } from 'node:util';

import { startEmbeddedMongodb } from './server.ts';

const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '27018' },
    data: { type: 'string', default: '.data/mongodb' },
  },
});

try {
  const server = await startEmbeddedMongodb({ port: Number(options.port), dataDir: options.data });
  console.log(
    `Embedded MongoDB-compatible server for evaluation and tests: ${server.uri} (loopback only, not for production)`,
  );
  const stop = () => void server.close().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  // Stops the server when the parent process exits.
  if (process.connected) process.once('disconnect', stop);
} catch (error) {
  console.error(`The embedded MongoDB-compatible server could not start: ${String(error)}`);
  process.exitCode = 1;
}
