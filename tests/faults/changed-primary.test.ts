import { afterAll, beforeAll, expect, it } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { startMongodbFront, type MongodbFront } from '../../testing/mongodb-front.ts';
import { startPipeline } from '../../testing/running-product.ts';
import { send } from '../../testing/send-enquiry.ts';

const notPrimary = {
  ok: 0,
  code: 10107,
  codeName: 'NotWritablePrimary',
  errmsg: 'not primary',
};

const pipeline = forAllTests(startPipeline);
let formerPrimary: MongodbFront;
let refused = 0;

beforeAll(async () => {
  formerPrimary = await startMongodbFront(pipeline.settings.MONGODB_URI);
});

afterAll(() => {
  formerPrimary.close();
});

it('stores an enquiry once if its first writes reached a former primary', async () => {
  // Answers like a server that has just stepped down as primary.
  formerPrimary.answer = (command) => {
    if (command.insert !== pipeline.database.submissions.collection.name || refused >= 3)
      return undefined;
    refused += 1;
    return notPrimary;
  };
  const api = await pipeline.start('api');
  await pipeline.start('worker', { MONGODB_URI: formerPrimary.uri });
  const reference = await send(api.url, 'primary');
  await pipeline.untilSent(reference ?? '');
  expect(refused).toBe(3);
  expect(await pipeline.database.submissions.countDocuments({})).toBe(1);
});
