import { existsSync } from 'node:fs';

import { findOrInstall } from '../dev/programs.ts';

type Say = (line: string) => void;

const chromiumHelp = `There is no Chromium or Chrome to test with. Any one of these provides it:
  your package manager             (apt-get install chromium-headless-shell, brew install --cask chromium, …)
  CHROMIUM_PATH=/path/to/chrome    (a browser that you already have)`;

const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const headlessShell = 'chromium-headless-shell';
/** Letters as wide as Arial's, which mails ask for. */
const typeface = 'fonts-liberation';
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The path of a Chromium or Chrome as visitors have it, installed first where that can be done.
 *
 * @throws Error that says how to get one.
 */
export function ensureChromium(say: Say): string {
  return ensureOneOf(browsers, 'chromium', say);
}

/**
 * The path of the same without what a person needs, which takes half of the processor time; of the
 * whole one where that is there and this is not. Pages load sooner in it than visitors see them.
 *
 * @throws Error that says how to get one.
 */
export function ensureHeadlessChromium(say: Say): string {
  return ensureOneOf([headlessShell, ...browsers], headlessShell, say);
}

function ensureOneOf(programs: string[], debianPackage: string, say: Say): string {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (existsSync(macChrome)) return macChrome;
  return findOrInstall(programs, `${debianPackage} ${typeface}`, say, chromiumHelp);
}

/** What Chromium needs on a closed network and, for root, instead of its sandbox. */
export const chromiumFlags = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The shell's own is stronger, and would draw letters unlike the browser of visitors.
  '--font-render-hinting=slight',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** The path of Firefox, installed first where that can be done. */
export function ensureFirefox(say: Say): string {
  return ensure(['firefox-esr', 'firefox'], 'firefox-esr', say);
}

/** The paths of WebKit's driver and of a screen for it, installed first where that can be done. */
export function ensureWebkit(say: Say): { driver: string; xvfb: string } {
  return {
    driver: ensure(['WebKitWebDriver'], 'webkit2gtk-driver', say),
    xvfb: ensure(['Xvfb'], 'xvfb', say),
  };
}

/** The path of Caddy, installed first where that can be done. */
export function ensureCaddy(say: Say): string {
  return ensure(['caddy'], 'caddy', say);
}

/** The path of nginx, installed first where that can be done. */
export function ensureNginx(say: Say): string {
  return ensure(['nginx', '/usr/sbin/nginx'], 'nginx', say);
}

/** The paths of Prometheus and of its tool for rules, installed first where that can be done. */
export function ensurePrometheus(say: Say): { prometheus: string; promtool: string } {
  return {
    prometheus: ensure(['prometheus'], 'prometheus', say),
    promtool: ensure(['promtool'], 'prometheus', say),
  };
}

function ensure(programs: string[], debianPackage: string, say: Say): string {
  const help = `There is no ${programs[0]} to test with. Your package manager provides it (apt-get install ${debianPackage}, brew install ${debianPackage}, …).`;
  return findOrInstall(programs, debianPackage, say, help);
}

/** Before the journeys there are browsers. */
export default function ensureBrowsers(): void {
  for (const ensure of [ensureHeadlessChromium, ensureFirefox, ensureWebkit]) ensure(console.info);
}
