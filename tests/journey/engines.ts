import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findFreePort } from '#support/free-port.ts';
import { startBrowser } from '#support/browser.ts';
import { ensure } from '#support/programs.ts';
import { isOk, stopChild, untilReady } from '../../dev/processes.ts';

/** Special keys in WebDriver's encoding. */
const keys = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C' };

export interface Engine {
  /** Opens a URL in a new tab and closes the old one. */
  open: (url: string, width: number, height: number) => Promise<void>;
  /** Works even if JavaScript is disabled in the page. The function must not be asynchronous. */
  run: <Args extends unknown[], Result>(
    call: (...args: Args) => Result,
    ...args: Args
  ) => Promise<Result>;
  clickAt: (x: number, y: number) => Promise<void>;
  press: (key: keyof typeof keys) => Promise<void>;
  type: (text: string) => Promise<void>;
  complaints: () => Promise<string[]>;
  stop: () => Promise<void>;
}

export async function startChromium(javaScript = true): Promise<Engine> {
  const browser = await startBrowser();
  let { page, complaints } = await browser.openPage();
  return {
    async open(url, width, height) {
      await page.context().close();
      const viewport = { width, height };
      ({ page, complaints } = await browser.openPage({ javaScriptEnabled: javaScript, viewport }));
      await page.goto(url);
    },
    run: (call, ...args) =>
      page.evaluate<never>(`(${String(call)}).apply(null, ${JSON.stringify(args)})`),
    clickAt: (x, y) => page.mouse.click(x, y),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    complaints: () => Promise.resolve(complaints),
    stop: browser.stop,
  };
}

/** Types and clicks with WebDriver's actions, which BiDi supports too. */
export function inputBy(
  perform: (sources: object[]) => Promise<unknown>,
): Pick<Engine, 'clickAt' | 'press' | 'type'> {
  const act = async (type: string, actions: object[]) => {
    await perform([{ type, id: type, actions }]);
  };
  const type = (text: string) =>
    act(
      'key',
      Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    );
  return {
    type,
    press: (key) => type(keys[key]),
    clickAt: (x, y) =>
      act('pointer', [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
  };
}

// Without this style, MiniBrowser's toolbar keeps the window wider than a phone.
const narrowToolbar = '* { min-width: 0; border: 0; margin: 0; padding: 0; font-size: 1px; }';
// Turns animations off: without a GPU they are slow. Pages see `prefers-reduced-motion: reduce`.
const withoutAnimations = '[Settings]\ngtk-enable-animations=0\n';

/** Starts WebKit: the MiniBrowser of WebKitGTK on its own X display, with its WebDriver. */
export async function startWebkit(javaScript = true): Promise<Engine> {
  const driver = ensure('WebKitWebDriver');
  const xvfb = ensure('Xvfb');
  const folder = await mkdtemp(join(tmpdir(), 'webkit-'));
  await mkdir(join(folder, 'gtk-3.0'));
  await writeFile(join(folder, 'gtk-3.0/gtk.css'), narrowToolbar);
  await writeFile(join(folder, 'gtk-3.0/settings.ini'), withoutAnimations);
  const screen = spawn(xvfb, ['-displayfd', '1', '-screen', '0', '1920x1200x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const display = `:${String(await once(screen.stdout, 'data')).trim()}`;
  const port = await findFreePort();
  const service = spawn(driver, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      XDG_CONFIG_HOME: folder,
      // GPU drawing would be emulated here, which is slower than CPU drawing.
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
      // The sandbox does not work as root.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
    stdio: 'ignore',
  });
  const stopAll = async () => {
    await stopChild(service);
    await stopChild(screen);
    await rm(folder, { recursive: true });
  };
  try {
    return await openSession(`http://127.0.0.1:${port}`, service, javaScript, stopAll);
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** Opens a WebDriver session: https://www.w3.org/TR/webdriver2/ */
async function openSession(
  url: string,
  service: ChildProcess,
  javaScript: boolean,
  stopAll: () => Promise<void>,
): Promise<Engine> {
  await untilReady({ name: 'WebKit', isReady: () => isOk(`${url}/status`) }, service);
  const args = ['--automation', `--enable-javascript=${javaScript}`];
  const alwaysMatch = { 'webkitgtk:browserOptions': { args } };
  const { sessionId } = await ask<{ sessionId: string }>('POST', `${url}/session`, {
    capabilities: { alwaysMatch },
  });
  const session = `${url}/session/${sessionId}`;
  const command = <Value = null>(path: string, body: object = {}) =>
    ask<Value>('POST', `${session}${path}`, body);

  const run: Engine['run'] = (call, ...args) =>
    command('/execute/sync', { script: `return (${String(call)}).apply(null, arguments)`, args });

  return {
    async open(address, width, height) {
      const { handle } = await command<{ handle: string }>('/window/new', { type: 'tab' });
      await ask('DELETE', `${session}/window`);
      await command('/window', { handle });
      const toolbar = await run(() => outerHeight - innerHeight);
      await command('/window/rect', { width, height: height + toolbar });
      await command('/url', { url: address });
      await run(collectComplaints);
    },
    run,
    ...inputBy((actions) => command('/actions', { actions })),
    complaints: () => run(() => (window as Complaining).complaints ?? []),
    async stop() {
      try {
        await ask('DELETE', session);
      } finally {
        await stopAll();
      }
    },
  };
}

async function ask<Value>(method: string, url: string, body?: object): Promise<Value> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: Value & { message?: string } };
  if (!response.ok) throw new Error(`WebKitWebDriver, ${url}: ${value.message}`);
  return value;
}

type Complaining = Window & { complaints?: string[] };

/** Runs in the page: WebKit's WebDriver does not report console messages. */
function collectComplaints(): void {
  const complaints: string[] = [];
  (window as Complaining).complaints = complaints;
  console.error = console.warn = (...parts: unknown[]) => complaints.push(parts.join(' '));
  addEventListener('error', ({ message }) => complaints.push(message));
  addEventListener('unhandledrejection', ({ reason }) => complaints.push(String(reason)));
  addEventListener('securitypolicyviolation', ({ blockedURI }) => complaints.push(blockedURI));
  for (const entry of performance.getEntriesByType('resource') as PerformanceResourceTiming[]) {
    if (entry.responseStatus >= 400) complaints.push(`${entry.responseStatus}: ${entry.name}`);
  }
}
