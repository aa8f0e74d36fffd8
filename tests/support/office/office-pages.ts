import type { BrowserContextOptions, Locator, Page } from 'playwright-core';

import type { Role } from '#contract/roles.ts';
import { readOfficeConfig } from '../../../office/config.ts';
import { startOffice } from '../../../office/server/app.ts';
import { findFreePort } from '../free-port.ts';
import { createUser } from '#storage/users.ts';
import type { TestBrowser } from '../browser.ts';
import { createRecordingLogger } from '../loggers.ts';
import { openDatabase } from '../own-stores.ts';

export const officePassword = 'marula branch teapot';

/** An enquiries desk with an account for each role, such as `the-staff`. */
export async function startOfficePages(settings: Record<string, string> = {}) {
  const database = await openDatabase();
  for (const role of ['ops', 'staff', 'officer'] satisfies Role[]) {
    await createUser(database, { username: `the-${role}`, password: officePassword, role });
  }
  const office = await serveOfficePages({ ...database.settings, ...settings });
  return {
    url: office.url,
    database,
    stop: async () => {
      await office.stop();
      await database.stop();
    },
  };
}

/** At localhost, where passkeys work. */
export async function serveOfficePages(settings: Record<string, string>) {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const { logger } = createRecordingLogger('office');
  const config = readOfficeConfig({ OFFICE_PORT: String(port), OFFICE_URL: url, ...settings });
  const office = await startOffice(config, logger);
  return { url, stop: () => office.stop() };
}

/** Opens a page in its own browser context, signed out if the username is empty. */
export async function openSignedIn(
  browser: TestBrowser,
  url: string,
  username: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const { page } = await browser.openPage(options);
  if (username) {
    const data = { username, password: officePassword };
    const headers = { Origin: url };
    const answer = await page.request.post(`${url}/ops/api/session.sign-in`, { data, headers });
    if (!answer.ok()) throw new Error(`${username} cannot sign in: ${answer.status()}.`);
  }
  await page.goto(`${url}/ops${path}`);
  return page;
}

export function shownState(page: Page, words: string): Locator {
  return page.getByRole('strong').getByText(words, { exact: true });
}
