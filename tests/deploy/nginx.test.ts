import { describe } from 'vitest';

import { builtSite } from '../../dev/build-site.ts';
import { promisesOf, promisesWhileServersAreAway } from './promises.ts';
import { startServersBehindProxy } from './servers-behind-proxy.ts';
import { startNginx } from './web-server.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';

const servers = forAllTests(startServersBehindProxy);
const server = forAllTests(() => startNginx({ root: builtSite, ...servers.ports }));

describe('the site behind nginx', () => {
  promisesOf(server, ['gzip']);
  promisesWhileServersAreAway(server, servers);
});
