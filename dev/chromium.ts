import { existsSync } from 'node:fs';

import { findOrInstall } from './system-packages.ts';

const help = `There is no Chromium or Chrome to test with. Any one of these provides it:
  your package manager             (apt-get install chromium, brew install --cask chromium, …)
  CHROMIUM_PATH=/path/to/chrome    (a browser that you already have)`;

const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * The path of a Chromium or Chrome, installed first where that can be done.
 *
 * @throws Error that says how to get one.
 */
export function ensureChromium(say: (line: string) => void): string {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (existsSync(macChrome)) return macChrome;
  const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return findOrInstall(programs, 'chromium', say, help);
}

/** What Chromium needs on a closed network and, for root, instead of its sandbox. */
export const chromiumFlags = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
