import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';

import { referenceOf } from '../../contract/reference.ts';
import { connect, createIndexes } from '../../storage/connection.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import { fillOffice } from '../../testing/office/office-enquiries.ts';
import { officePassword as password, serveOfficePages } from '../../testing/office/office-pages.ts';
import { startOwnMongodb } from '../../testing/own-mongodb.ts';
import { startOwnRedis } from '../../testing/own-redis.ts';
import { silent } from '../../testing/loggers.ts';
import type { State } from './site-screenshots.ts';

export const username = 'naledi';

export async function signIn(page: Page, url: string, as = username): Promise<void> {
  const data = { username: as, password };
  await page.request.post(`${url}/ops/api/session.sign-in`, {
    data,
    headers: { Origin: url },
  });
}

/** Starts an enquiries desk with its own stores, filled with the enquiries of a few busy weeks. */
export async function startOfficeOfScreenshots() {
  const [redis, mongodb] = await Promise.all([startOwnRedis(), startOwnMongodb()]);
  const database = connect(mongodb.url, { logger: silent });
  await createIndexes(database, silent);
  await fillOffice(database, password);
  const stored = database.submissions.find().select('+words');
  const filled = await stored.lean<ContactSubmission[]>().exec();
  const office = await serveOfficePages({
    REDIS_URL: redis.url,
    MONGODB_URI: mongodb.url,
    OUTBOX_DIR: join(tmpdir(), 'no-outbox'),
    STAFF_LOGIN_ATTEMPTS: '1000',
  });
  let cookies: Awaited<ReturnType<BrowserContext['cookies']>> | undefined;
  return {
    /** Opens the page of a state, with the original enquiries restored. */
    async open(page: Page, { path, isSignedOut }: State): Promise<void> {
      await database.submissions.deleteMany({});
      await database.submissions.insertMany(filled.map(withNewId));
      if (!isSignedOut) {
        if (!cookies) await signIn(page, office.url);
        cookies ??= await page.context().cookies();
        await page.context().addCookies(cookies);
        const { sessions } = database;
        const now = new Date();
        const $set = { createdAt: now, lastSeenAt: now };
        for (const { _id } of await sessions.find().lean()) {
          await sessions.updateOne({ _id }, { $set });
        }
      }
      await page.goto(`${office.url}/ops${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
    async stop(): Promise<void> {
      await office.stop();
      await database.close();
      await Promise.all([redis.stop(), mongodb.stop()]);
    },
  };
}

function withNewId(submission: ContactSubmission): ContactSubmission {
  const _id = randomUUID();
  return { ...submission, _id, reference: referenceOf(_id) };
}
