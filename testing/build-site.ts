import { buildOfficeIfStale, buildSiteIfStale } from '../dev/build-site.ts';
import { ensureChromium, ensureFirefox, ensureWebkit } from './programs.ts';

/** Before the journeys: the site and the office are built and there are browsers. */
export default async function prepareJourneys(): Promise<void> {
  ensureChromium(console.info);
  ensureFirefox(console.info);
  ensureWebkit(console.info);
  await buildSiteIfStale(console.info);
  await buildOfficeIfStale(console.info);
}
