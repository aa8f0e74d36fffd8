import { buildOfficeIfStale, buildSiteIfStale } from '../dev/build-site.ts';
import { ensureChromium } from './programs.ts';

/** Before the journeys: the site and the office are built and there is a browser. */
export default async function prepareJourneys(): Promise<void> {
  ensureChromium(console.info);
  await buildSiteIfStale(console.info);
  await buildOfficeIfStale(console.info);
}
