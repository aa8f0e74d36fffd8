import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';

import { builtSite } from '../../dev/build-site.ts';
import { findFreePort } from '../../dev/ports.ts';
import { createHttpServer } from '../../platform/http/http-server.ts';
import { ask, enquiryFrom } from './promises.ts';
import { startNameServer } from './name-server.ts';
import { startCaddy, type WebServer } from './web-server.ts';

const addresses = ['127.0.0.2', '127.0.0.3'];

/** Starts a server that answers with its address. Resolves to a function that closes it. */
async function startReplica(address: string, port: number): Promise<() => Promise<void>> {
  const { server, close } = createHttpServer((request, response) => {
    request.resume().on('end', () => response.end(address));
  });
  await once(server.listen(port, address), 'listening');
  return close;
}

/** Sends the given number of enquiries in sequence, and counts them by responding server. */
async function countAnswers(server: WebServer, count: number): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (let turn = 0; turn < count; turn += 1) {
    const { status, body } = await ask(server, '/api/contact', enquiryFrom(`Visitor ${turn}`));
    const answer = status === 200 ? body.toString() : String(status);
    counted[answer] = (counted[answer] ?? 0) + 1;
  }
  return counted;
}

it('Caddy balances enquiries over the running APIs while one stops and restarts', async () => {
  const port = await findFreePort();
  const [first = '', second = ''] = addresses;
  const closeFirst = await startReplica(first, port);
  let closeSecond = await startReplica(second, port);
  const names = await startNameServer(addresses);
  const apiName = { name: 'api.test', resolver: names.address };
  const server = await startCaddy({ root: builtSite, apiPort: port, officePort: 9, apiName });
  onTestFinished(async () => {
    await server.stop();
    await Promise.all([names.stop(), closeFirst(), closeSecond()]);
  });
  const both = { [first]: expect.any(Number) as number, [second]: expect.any(Number) as number };

  expect(await countAnswers(server, 60)).toEqual(both);
  const during = countAnswers(server, 60);
  await closeSecond();
  expect(Object.keys(await during).filter((answer) => !addresses.includes(answer))).toEqual([]);
  // The host name still resolves to both addresses.
  expect(await countAnswers(server, 60)).toEqual({ [first]: 60 });
  closeSecond = await startReplica(second, port);
  expect(await countAnswers(server, 60)).toEqual(both);
});
