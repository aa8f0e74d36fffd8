import { execFile, execFileSync, spawn, type ExecFileException } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { projectRoot, stopChild } from '../../dev/processes.ts';
import { ownSettings, startOwn, untilEmailed, untilStored } from '../../testing/own-start.ts';
import { sendUntilAcknowledged } from '../../testing/send-enquiry.ts';

/** Matches the files of the enquiries desk, and those in folders that use the desk. */
const deleted = /^(office|testing\/office|tests|bench)\//;

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'deleted-office-'));
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const files = execFileSync('git', list, { cwd: projectRoot, encoding: 'utf8' }).split('\0');
  for (const file of files.filter((name) => name && !deleted.test(name))) {
    cpSync(join(projectRoot, file), join(copy, file));
  }
  // Turns off type-aware rules, because a test below checks the types with tsc.
  const lint = join(copy, 'oxlint.config.ts');
  const config = readFileSync(lint, 'utf8');
  writeFileSync(lint, config.replace('typeAware: true', 'typeAware: false'));
  // Links each package separately and omits the caches, so that the copy has its own caches.
  mkdirSync(join(copy, 'node_modules'));
  const modules = readdirSync(join(projectRoot, 'node_modules'));
  for (const name of modules.filter((entry) => !/^\.(cache|vite)/.test(entry))) {
    symlinkSync(join(projectRoot, 'node_modules', name), join(copy, 'node_modules', name));
  }
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Runs a program from node_modules in the copy. Returns its output if it fails, otherwise ''. */
async function complaints(program: string, ...args: string[]): Promise<string> {
  const path = join(copy, 'node_modules/.bin', program);
  const env = { ...process.env, NODE_OPTIONS: '--import tsx' };
  try {
    await promisify(execFile)(path, args, { cwd: copy, env });
    return '';
  } catch (error) {
    const { message, stdout = '' } = error as ExecFileException;
    return `${message}${stdout}`;
  }
}

it.each([
  ['tsc', []],
  ['tsc', ['-p', 'site']],
  ['oxlint', []],
])('%s %j passes without the office folder', async (program, args) => {
  expect(await complaints(program, ...args)).toBe('');
});

it('without the office folder, the rest builds, starts and emails enquiries to staff', async () => {
  const settings = await ownSettings();
  const product = startOwn(settings, 'start', () =>
    spawn(process.execPath, ['--import', 'tsx', 'dev/main.ts'], {
      cwd: copy,
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  try {
    await product.ready();
    expect(readdirSync(join(copy, 'build')).sort()).toEqual(
      ['api.js', 'api.js.map', 'mongodb.js', 'worker.js', 'worker.js.map'].sort(),
    );
    expect((await fetch(`${product.site}/ops/`)).status).toBe(404);
    const reference = await sendUntilAcknowledged(product.api, 'deleted-office');
    await untilStored(settings, [reference]);
    const email = await untilEmailed(settings, `Subject: Enquiry ${reference}`);
    expect(email).not.toContain('/ops');
  } finally {
    await stopChild(product.child, 'SIGTERM', 30_000);
    rmSync(settings.DATA_DIR ?? '', { recursive: true, force: true });
  }
});
