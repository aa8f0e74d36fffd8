import { existsSync } from 'node:fs';

import { findOrInstall } from '../dev/programs.ts';

type Say = (line: string) => void;

const chromiumHelp = `There is no Chromium or Chrome to test with. Any one of these provides it:
  your package manager             (apt-get install chromium-headless-shell, brew install --cask chromium, …)
  CHROMIUM_PATH=/path/to/chrome    (a browser that you already have)`;

const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const headlessShell = 'chromium-headless-shell';
/** A font with the metrics of Arial, which emails use. */
const typeface = 'fonts-liberation';
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The path of a full Chromium or Chrome, which is installed if possible.
 *
 * @throws Error that says how to get one.
 */
export function ensureChromium(say: Say): string {
  return ensureOneOf(browsers, 'chromium', say);
}

/**
 * The path of a headless Chromium, which needs half the processor time, or of a full one if only
 * that is installed. Pages load faster than visitors see them.
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

/** Flags for a closed network and, as root, in place of the sandbox. */
export const chromiumFlags = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The headless shell's default hinting is stronger and would render text unlike visitors'
  // browsers.
  '--font-render-hinting=slight',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** The path of Firefox, which is installed if possible. */
export function ensureFirefox(say: Say): string {
  return ensure(['firefox-esr', 'firefox'], 'firefox-esr', say);
}

/** The paths of WebKit's driver and of Xvfb, which are installed if possible. */
export function ensureWebkit(say: Say): { driver: string; xvfb: string } {
  return {
    driver: ensure(['WebKitWebDriver'], 'webkit2gtk-driver', say),
    xvfb: ensure(['Xvfb'], 'xvfb', say),
  };
}

/** The path of Caddy, which is installed if possible. */
export function ensureCaddy(say: Say): string {
  return ensure(['caddy'], 'caddy', say);
}

/** The path of nginx, which is installed if possible. */
export function ensureNginx(say: Say): string {
  return ensure(['nginx', '/usr/sbin/nginx'], 'nginx', say);
}

/** The paths of Prometheus and promtool, which are installed if possible. */
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

/** Installs the browsers before the journey tests. */
export default function ensureBrowsers(): void {
  for (const ensure of [ensureHeadlessChromium, ensureFirefox, ensureWebkit]) ensure(console.info);
}
