import type { Page } from 'playwright-core';
import { beforeAll, onTestFinished } from 'vitest';

import { referenceOf } from '#contract/reference.ts';
import { findFreePort } from '#support/free-port.ts';
import { storeSubmission } from '#storage/submissions.ts';
import { createUser } from '#storage/users.ts';
import { startBrowser } from '#support/browser.ts';
import { createAccepted, createUniqueEnquiry, type Enquiry } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { officePassword as password, openSignedIn } from '#support/office/office-pages.ts';
import { startPipeline } from '#support/running-product.ts';
import { startStoreProxies } from '#support/tcp-proxy.ts';

const viewport = { width: 1280, height: 900 };

/** Staff are naledi and sipho; the information officer is called officer. */
export function pipelineAndOffice() {
  const browser = forAllTests(startBrowser);
  const pipeline = forAllTests(startPipeline);
  const proxies = forAllTests(() => startStoreProxies(pipeline.settings));
  const office = forAllTests(async () => {
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const settings = { ...proxies.settings, OFFICE_URL: url };
    const service = await pipeline.start('office', settings, { port });
    return { url, stop: () => service.stop() };
  });
  const api = forAllTests(() => pipeline.start('api'));

  beforeAll(async () => {
    await pipeline.start('worker');
    for (const username of ['naledi', 'sipho']) {
      await createUser(pipeline.database, { username, password });
    }
    await createUser(pipeline.database, { username: 'officer', password, role: 'officer' });
  });

  async function store(submission: ReturnType<typeof createAccepted>) {
    await storeSubmission(pipeline.database, submission);
    return { ...submission, reference: referenceOf(submission.id) };
  }

  return {
    pipeline,
    proxies,
    office,
    api,
    openAs: async (username: string, path: string, width = viewport.width): Promise<Page> => {
      const options = { viewport: { ...viewport, width } };
      const page = await openSignedIn(browser, office.url, username, `/${path}`, options);
      onTestFinished(() => page.context().close());
      return page;
    },
    storeEnquiry: async (form: Partial<Enquiry> = {}) => {
      const stored = await store(createAccepted({ form: createUniqueEnquiry(form) }));
      const sent = {
        'notifications.staff.status': 'sent',
        'notifications.acknowledgement.status': 'sent',
      };
      await pipeline.database.submissions.updateOne({ _id: stored.id }, { $set: sent });
      return stored;
    },
    storeSpam: (organisation: string) => {
      const reasons = ['contains little but links'];
      const screening = { score: 9, reasons, verdict: 'hidden' } as const;
      return store(createAccepted({ form: createUniqueEnquiry({ organisation }), screening }));
    },
    handlingOf: async (id: string) => {
      const submission = await pipeline.database.submissions.findById(id).lean().exec();
      return submission?.handling;
    },
  };
}

export function row(page: Page, text: string) {
  return page.getByRole('listitem').filter({ hasText: text });
}

export function message(page: Page) {
  return page.getByRole('region', { name: 'Last change' });
}
