import { afterAll, beforeAll, expect, it } from 'vitest';

import { startMongodbFront, type MongodbFront } from '../../testing/mongodb-front.ts';
import { send, startPipeline, type Pipeline } from '../../testing/running-product.ts';

const notPrimary = {
  ok: 0,
  code: 10107,
  codeName: 'NotWritablePrimary',
  errmsg: 'not primary',
};

let pipeline: Pipeline;
let formerPrimary: MongodbFront;
let refused = 0;

beforeAll(async () => {
  pipeline = await startPipeline();
  formerPrimary = await startMongodbFront(pipeline.settings.MONGODB_URI);
});

afterAll(async () => {
  await pipeline.stop();
  formerPrimary.close();
});

it('stores once an enquiry whose first writes met a server that is no longer the primary', async () => {
  // As a server does that has just stopped being it.
  formerPrimary.answer = (command) => {
    if (!('insert' in command) || refused >= 3) return undefined;
    refused += 1;
    return notPrimary;
  };
  const api = await pipeline.start('api');
  await pipeline.start('worker', { MONGODB_URI: formerPrimary.uri });
  const reference = await send(api.url, 'primary');
  await pipeline.untilSent(reference ?? '', 40_000);
  expect(refused).toBe(3);
  expect(await pipeline.database.submissions.countDocuments({})).toBe(1);
}, 60_000);
