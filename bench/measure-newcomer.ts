import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';

import { isRunning, projectRoot } from '../dev/processes.ts';
import { launchBrowser } from '../testing/browser.ts';
import { formIsLive } from '../testing/contact-page.ts';
import { ownSettings, startOwn } from '../testing/own-start.ts';
import { waitFor } from '../testing/wait-for.ts';
import { atMost, figure, type Figure } from './figures.ts';
import { runRounds, type Session } from './session.ts';

/** The texts to change: one is on the page that is open, the other in a response of the API. */
const changes = {
  site: { file: 'firm/content/home.ts', text: 'We are the office behind' },
  api: { file: 'api/openapi.ts', text: 'The enquiry was accepted' },
};

/**
 * `npm run bench -- newcomer`: waiting times in a fresh clone of the last commit.
 *
 * @param whole whether to run `npm test` too.
 */
export async function measureNewcomer(session: Session, whole: boolean): Promise<Figure[]> {
  const clone = join(session.folder, 'clone');
  const settings = await ownSettings(join(clone, '.data'));
  const begin = (command: string[], env: Record<string, string> = {}, cwd = clone) => {
    const [program = '', ...args] = command;
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    // In its own process group, so that `end` can signal the whole group, as Ctrl-C would.
    const options = { cwd, env: { ...process.env, ...env }, stdio: [...stdio], detached: true };
    const child = spawn(program, args, options);
    session.keep({ stop: () => end(child) });
    return child;
  };
  const run = async (...command: string[]): Promise<Figure> => {
    session.say(`newcomer: ${command.join(' ')}`);
    return figure(command.join(' '), 's', [await timed(() => succeed(begin(command)))]);
  };
  const startAndStop = async (): Promise<number> => {
    const product = startOwn(settings, 'start', () => begin(['npm', 'start'], settings));
    const seconds = await timed(product.ready);
    await end(product.child);
    return seconds;
  };

  await succeed(begin(['git', 'clone', '--quiet', projectRoot, clone], {}, projectRoot));
  const installed = await run('npm', 'ci');
  session.say('newcomer: npm start');
  const first = figure('npm start, first', 's', [await startAndStop()]);
  const { again } = await runRounds(
    session,
    'newcomer: npm start',
    [1, 5],
    ['again'],
    startAndStop,
  );
  const tested = [await run('npm', 'run', 'test:fast')];
  if (whole) tested.push(await run('npm', 'test'));

  session.say('newcomer: npm run dev');
  const product = startOwn(settings, 'dev', () => begin(['npm', 'run', 'dev'], settings));
  await product.ready();
  const browser = await launchBrowser({ handleSIGINT: false });
  session.keep({ stop: () => browser.close() });
  const page = await browser.newPage();
  await page.goto(product.site);
  await formIsLive(page);
  const isSeen = {
    site: async (text: string) => (await page.textContent('body'))?.includes(text),
    api: async (text: string) => {
      const answer = await fetch(`${product.api}/healthz`);
      return (await answer.text()).includes(text);
    },
  };
  const names = ['site', 'api'] as const;
  const seen = await runRounds(session, 'newcomer: a change', [1, 5], names, (name, round) =>
    change(clone, name, round, isSeen[name]),
  );
  await browser.close();
  await end(product.child);
  return [
    installed,
    first,
    figure('npm start, second', 's', again, atMost(3)),
    figure('npm run dev: an open page shows changed text', 's', seen.site),
    figure('npm run dev: the API uses changed code', 's', seen.api),
    ...tested,
  ];
}

/** Changes a text. Returns the seconds from saving the file until the change is visible. */
async function change(
  clone: string,
  name: keyof typeof changes,
  round: number,
  isSeen: (text: string) => Promise<boolean | undefined>,
): Promise<number> {
  const { file, text } = changes[name];
  const source = join(clone, file);
  const now = await readFile(source, 'utf8');
  const marked = `${text} (${round})`;
  const changed = now.replace(round === 0 ? text : `${text} (${round - 1})`, marked);
  if (changed === now) throw new Error(`${file} does not contain: ${text}`);
  return timed(async () => {
    await writeFile(source, changed);
    // There is no text to read while the page reloads.
    const sees = () => isSeen(marked).catch(() => false);
    await waitFor(`${file}: ${marked} is seen`, sees, 120_000);
  });
}

/**
 * Resolves when the process has ended successfully.
 *
 * @throws Error with its output if it fails.
 */
async function succeed(child: ChildProcess): Promise<void> {
  const outputs = [child.stdout, child.stderr].map(async (stream) =>
    stream ? readText(stream) : '',
  );
  const [code] = (await once(child, 'close')) as [number | null];
  const output = (await Promise.all(outputs)).join('');
  if (code !== 0) throw new Error(`${child.spawnargs.join(' ')} failed:\n${output}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const closed = once(child, 'close');
  process.kill(-(child.pid ?? 0), 'SIGINT');
  await closed;
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return (performance.now() - started) / 1_000;
}
