import { afterAll, beforeAll, describe } from 'vitest';

import { builtSite } from '../../dev/build-site.ts';
import { promisesOf, promisesWhileServersAreAway } from './promises.ts';
import { startServersBehindProxy, type ServersBehindProxy } from './servers-behind-proxy.ts';
import { startNginx, type WebServer } from './web-server.ts';

let servers: ServersBehindProxy;
let server: WebServer;

beforeAll(async () => {
  servers = await startServersBehindProxy();
  server = await startNginx({ root: builtSite, ...servers.ports });
});

afterAll(async () => {
  await server.stop();
  await servers.stop();
});

describe('the site behind nginx', () => {
  promisesOf(() => server, ['gzip']);
  promisesWhileServersAreAway(
    () => server,
    () => servers,
  );
});
