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
 * CHROMIUM_PATH, Chrome on macOS, a headless Chromium (half the CPU time) or a full one. Installs a
 * headless one if there is none. Throws an Error that says how to get one.
 */
export function ensureHeadlessChromium(): string {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (existsSync(macChrome)) return macChrome;
  const names = [headlessShell, ...browsers];
  return findOrInstall(names, `${headlessShell} ${typeface}`, chromiumHelp);
}

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

export function ensure(program: keyof typeof debianPackages): string {
  const debianPackage = debianPackages[program];
  const help = `There is no ${program} to test with. Your package manager provides it (apt-get install ${debianPackage}, brew install ${debianPackage}, …).`;
  // Outside Debian, the program is called firefox.
  const names = program === 'firefox-esr' ? [program, 'firefox'] : [program];
  return findOrInstall(names, debianPackage, help);
}

export default function ensureBrowsers(): void {
  ensureHeadlessChromium();
  for (const name of ['firefox-esr', 'WebKitWebDriver', 'Xvfb'] as const) ensure(name);
}
