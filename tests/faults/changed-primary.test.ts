import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { readMessages, decodeRequest, encodeReply } from '../../dev/embedded-mongodb/wire.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { startPipeline } from '../../testing/running-product.ts';
import { send } from '../../testing/send-enquiry.ts';

const notPrimary = {
  ok: 0,
  code: 10107,
  codeName: 'NotWritablePrimary',
  errmsg: 'not primary',
};

const pipeline = forAllTests(startPipeline);
let formerPrimary: Server;
let refused = 0;

beforeAll(async () => {
  const { hostname, port } = new URL(pipeline.settings.MONGODB_URI);
  formerPrimary = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    upstream.pipe(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    void passOn(client, upstream).catch(() => client.destroy());
  });
  await once(formerPrimary.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => void formerPrimary.close());

/** Refuses the first writes, as a server does that has just stopped being the primary. */
async function passOn(client: Socket, upstream: Socket): Promise<void> {
  for await (const message of readMessages(client)) {
    const request = decodeRequest(Buffer.from(message));
    if ('insert' in request.body && refused < 3) {
      refused += 1;
      client.write(encodeReply(request, notPrimary));
    } else {
      upstream.write(message);
    }
  }
}

it('stores once an enquiry whose first writes met a server that is no longer the primary', async () => {
  const uri = new URL(pipeline.settings.MONGODB_URI);
  uri.port = String((formerPrimary.address() as AddressInfo).port);
  const api = await pipeline.start('api');
  await pipeline.start('worker', { MONGODB_URI: uri.href });
  const reference = await send(api.url, 'primary');
  await pipeline.untilSent(reference ?? '', 40_000);
  expect(refused).toBe(3);
  expect(await pipeline.database.submissions.countDocuments({})).toBe(1);
}, 60_000);
