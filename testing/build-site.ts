import { buildSiteIfStale } from '../dev/build-site.ts';
import { ensureChromium } from './programs.ts';

/** Before the journeys: the site is built and there is a browser. */
export default function prepareJourneys(): void {
  ensureChromium(console.info);
  buildSiteIfStale(console.info);
}
