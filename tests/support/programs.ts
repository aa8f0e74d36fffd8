import { existsSync } from 'node:fs';

import { findOrInstall } from '../../dev/programs.ts';

const chromiumHelp = `There is no Chromium or Chrome to test with. Any one of these provides it:
  your package manager             (apt-get install chromium-headless-shell, brew install --cask chromium, …)
  CHROMIUM_PATH=/path/to/chrome    (a browser that you already have)`;

const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const headlessShell = 'chromium-headless-shell';
/** Emails use Arial; this font has the same metrics. */
const typeface = 'fonts-liberation';
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The path of a browser: CHROMIUM_PATH, Chrome on macOS, a headless Chromium or a full one, in this
 * order. Tries to install a headless Chromium if there is none of them. A headless one needs half
 * the CPU time, but loads pages faster than visitors' browsers do.
 *
 * @throws Error that says how to get one.
 */
export function ensureHeadlessChromium(): string {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (existsSync(macChrome)) return macChrome;
  const names = [headlessShell, ...browsers];
  return findOrInstall(names, `${headlessShell} ${typeface}`, chromiumHelp);
}

/**
 * Flags that stop Chromium's own network traffic, turn off QUIC, make text look as in visitors'
 * browsers and, for root, turn off the sandbox.
 */
export const chromiumFlags = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // By default, the headless shell hints fonts more strongly than visitors' browsers.
  '--font-render-hinting=slight',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

const debianPackages = {
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
  caddy: 'caddy',
  pdfinfo: 'poppler-utils',
  pdftotext: 'poppler-utils',
  promtool: 'prometheus',
};

/** The path of a program. Tries to install the program if it is missing. */
export function ensure(program: keyof typeof debianPackages): string {
  const debianPackage = debianPackages[program];
  const help = `There is no ${program} to test with. Your package manager provides it (apt-get install ${debianPackage}, brew install ${debianPackage}, …).`;
  // Outside Debian, the program is called firefox.
  const names = program === 'firefox-esr' ? [program, 'firefox'] : [program];
  return findOrInstall(names, debianPackage, help);
}

/** Installs the browsers before the journey tests. */
export default function ensureBrowsers(): void {
  ensureHeadlessChromium();
  for (const name of ['firefox-esr', 'WebKitWebDriver', 'Xvfb'] as const) ensure(name);
}
