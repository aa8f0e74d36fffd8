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

/** Matches an import from one of those folders. */
const importsDeleted =
  /(?:from|import\(?)\s*'(?:\.{1,2}\/)+(?:office|testing\/office|tests|bench)\//;

let copy: string;
let kept: string[];

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'deleted-office-'));
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const files = execFileSync('git', list, { cwd: projectRoot, encoding: 'utf8' }).split('\0');
  kept = files.filter((name) => name && !deleted.test(name));
  for (const file of kept) cpSync(join(projectRoot, file), join(copy, file));
  // Turns off type-aware rules, which `npm run check` has applied to the same files.
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

it('no other file imports from the office folder, or from folders that need it', () => {
  const sources = kept.filter((name) => /\.tsx?$/.test(name));
  const importing = sources.filter((name) =>
    importsDeleted.test(readFileSync(join(copy, name), 'utf8')),
  );
  expect(sources.length).toBeGreaterThan(100);
  expect(importing).toEqual([]);
});

it('oxlint passes without the office folder', async () => {
  const env = { ...process.env, NODE_OPTIONS: '--import tsx' };
  const lint = promisify(execFile)(join(copy, 'node_modules/.bin/oxlint'), { cwd: copy, env });
  const { stdout } = await lint.catch((error: unknown) => error as ExecFileException);
  expect(stdout).toContain('Found 0 warnings and 0 errors');
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
