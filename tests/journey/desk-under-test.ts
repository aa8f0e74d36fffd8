import type { BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

import { referenceOf } from '../../contract/reference.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import { startBrowser } from '../../testing/browser.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { openSignedIn, startOfficePages } from '../../testing/office/office-pages.ts';
import { storeAccepted } from '../../testing/own-stores.ts';

/** Starts an enquiries desk and a browser for the tests of a file. */
export function deskUnderTest() {
  const browser = forAllTests(startBrowser);
  const office = forAllTests(startOfficePages);
  return {
    office,

    /** Opens a page of the enquiries desk for this test, signed out if the username is empty. */
    open: async (
      path: string,
      { username = 'the-staff', ...options }: BrowserContextOptions & { username?: string } = {},
    ): Promise<Page> => {
      const page = await openSignedIn(browser, office.url, username, path, options);
      page.setDefaultTimeout(60_000);
      onTestFinished(() => page.context().close());
      return page;
    },

    /** Stores an enquiry whose staff notification was sent, with the given acknowledgement status. */
    store: async (form: Parameters<typeof createUniqueEnquiry>[0], acknowledged = 'sent') => {
      const id = await storeAccepted(office.database, { form: createUniqueEnquiry(form) });
      const updatedAt = new Date();
      const staff = { status: 'sent', updatedAt };
      const notifications = { staff, acknowledgement: { status: acknowledged, updatedAt } };
      await office.database.submissions.updateOne({ _id: id }, { $set: { notifications } });
      return { id, reference: referenceOf(id) };
    },

    find: (id: string) => office.database.submissions.findById(id).lean<ContactSubmission>().exec(),
  };
}

/** Waits until words are announced to screen readers. */
export function announced(page: Page, words: string | RegExp): Promise<void> {
  const region = page.locator('[role="status"]', { hasText: words }).first();
  return region.waitFor({ state: 'attached' });
}
