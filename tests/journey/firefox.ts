import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';

import { findFreePort } from '#support/free-port.ts';
import { ensure } from '#support/programs.ts';
import { accepts, stopChild, untilReady } from '../../dev/processes.ts';
import { inputBy, type Engine } from './engines.ts';

/** Keeps all pages in one process, because each process takes a second to start. */
const settings = {
  'fission.autostart': false,
  'dom.ipc.processCount': 1,
  'dom.ipc.processPrelaunch.enabled': false,
  'media.rdd-process.enabled': false,
  'extensions.webextensions.remote': false,
  'browser.sessionstore.resume_from_crash': false,
  // Turns animations off: without a GPU they are slow.
  'ui.prefersReducedMotion': 1,
};

/** Starts Firefox, which speaks WebDriver BiDi: https://www.w3.org/TR/webdriver-bidi/ */
export async function startFirefox(javaScript = true): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  const lines = Object.entries({ ...settings, 'javascript.enabled': javaScript }).map(
    ([name, value]) => `user_pref("${name}", ${value});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const port = await findFreePort();
  const browser = spawn(
    ensure('firefox-esr'),
    ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`],
    { stdio: 'ignore' },
  );
  const stop = async () => {
    await stopChild(browser);
    await rm(profile, { recursive: true, maxRetries: 5 });
  };
  try {
    await untilReady({ name: 'Firefox', isReady: () => accepts(port) }, browser);
    return await openSession(`ws://127.0.0.1:${port}/session`, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openSession(url: string, stop: () => Promise<void>): Promise<Engine> {
  let complaints: string[] = [];
  const command = await connect(url, (event) => {
    if (event.level === 'error' || event.level === 'warn') complaints.push(event.text);
  });
  await command('session.new', { capabilities: {} });
  await command('session.subscribe', { events: ['log.entryAdded'] });
  const newTab = async () =>
    (await command<{ context: string }>('browsingContext.create', { type: 'tab' })).context;
  let context = await newTab();
  return {
    async open(address, width, height) {
      const last = context;
      context = await newTab();
      await command('browsingContext.close', { context: last });
      complaints = [];
      await command('browsingContext.setViewport', { context, viewport: { width, height } });
      await command('browsingContext.navigate', { context, url: address, wait: 'complete' });
    },
    run: async (call, ...args) => {
      const { result, exceptionDetails } = await command<Called>('script.callFunction', {
        functionDeclaration: `(args) => JSON.stringify((${String(call)})(...JSON.parse(args)))`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        target: { context },
        awaitPromise: false,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return (result?.value === undefined ? undefined : JSON.parse(result.value)) as never;
    },
    ...inputBy((actions) => command('input.performActions', { context, actions })),
    complaints: () => Promise.resolve(complaints),
    stop,
  };
}

interface Called {
  result?: { value?: string };
  exceptionDetails?: { text: string };
}

interface LogEntry {
  level: string;
  text: string;
}

interface Message {
  id?: number;
  error?: string;
  message?: string;
  result?: unknown;
  params?: LogEntry;
}

/** Resolves to a function that sends a command and resolves to its result. */
async function connect(url: string, onLog: (entry: LogEntry) => void) {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (message: Message) => void>();
  socket.on('close', () => {
    for (const end of waiting.values()) end({ error: 'the connection is closed' });
  });
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (message.params) onLog(message.params);
  });
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  let last = 0;
  return async <Result = null>(method: string, params: object): Promise<Result> => {
    const id = (last += 1);
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { error, message = '', result } = await answer;
    waiting.delete(id);
    if (error !== undefined) throw new Error(`Firefox, ${method}: ${error} ${message}`);
    return result as Result;
  };
}
