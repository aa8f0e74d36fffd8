import { chromium } from 'playwright-core';

import { chromiumFlags, ensureChromium } from '../../testing/programs.ts';
import type { Figure } from '../figure.ts';
import type { Session } from '../session.ts';
import { measureBytes } from './measure-bytes.ts';
import { measureInteractions } from './measure-interactions.ts';
import { measureLighthouse } from './measure-lighthouse.ts';
import { serveVariants } from './variants.ts';

/** `npm run bench -- site` */
export async function measureSite(session: Session): Promise<Figure[]> {
  const sites = await serveVariants(session);
  const browser = await chromium.launch({
    executablePath: ensureChromium(session.say),
    args: chromiumFlags,
    handleSIGINT: false,
  });
  session.onEnd(() => browser.close());
  const figures = [
    ...(await measureBytes(session, browser, sites)),
    ...(await measureInteractions(session, browser, sites)),
  ];
  await browser.close();
  return [...figures, ...(await measureLighthouse(session, sites))];
}
