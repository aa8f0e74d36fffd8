import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { projectRoot, spawnNode } from '../../dev/processes.ts';
import { connect } from '../../storage/connection.ts';
import { documentOf, storeDocuments } from '../../storage/submissions.ts';
import { createAccessToken } from '../../storage/tokens.ts';
import { createUser } from '../../storage/users.ts';
import { silent } from '../../testing/loggers.ts';
import { ownStores } from '../../testing/own-stores.ts';
import { createAccepted } from '../../testing/enquiry.ts';

const stores = ownStores();
let folder: string;
let file: string;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-'));
  file = join(folder, 'enquiries');
  const database = connect(stores.settings.MONGODB_URI, { logger: silent });
  await database.connected;
  const enquiries = Array.from({ length: 300 }, () => documentOf(createAccepted()));
  await storeDocuments(database, enquiries);
  const { id: userId } = await createUser(database, { username: 'naledi' });
  const wanted = { userId, name: 'A test', scope: 'export', days: 1 } as const;
  ({ token } = await createAccessToken(database, wanted));
  await database.close();
});

afterAll(async () => {
  await stores.remove();
  await rm(folder, { recursive: true });
});

/**
 * Runs a shell script that can call the staff command for enquiries as `node $staff`. The returned
 * notes contain no log lines.
 */
async function shell(script: string) {
  const staff = 'build/staff.js submissions';
  const env = { ...process.env, ...stores.settings, file, staff, OFFICE_TOKEN: token };
  const child = spawn('bash', ['-c', `node() { "${process.execPath}" "$@"; }; ${script}`], {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let notes = '';
  child.stderr.on('data', (chunk) => (notes += String(chunk)));
  child.stdout.resume();
  const code = await new Promise((ended) => child.once('close', ended));
  return { code, notes: notes.replace(/^\{.*\n/gm, '') };
}

it.each(['csv', 'xlsx'])(
  'reports that a %s file could not be written, and deletes the incomplete file',
  async (format) => {
    // Files are limited to 4 KiB, so that a chunk is only partly written.
    const { code, notes } = await shell(
      `ulimit -f 4; node $staff export --reason Figures --format ${format} --out "$file"`,
    );
    expect(notes).toContain(`${file} cannot be written: the file would be too large.\n`);
    expect(notes).not.toMatch(/Written to| at /);
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  },
);

it.each([
  ['> /dev/full', 'the disk is full'],
  ['| true', 'the reader has closed the pipe'],
])('reports an incomplete write: %s', async (redirection, why) => {
  const { notes, code } = await shell(
    `set -o pipefail; node $staff export --reason Figures ${redirection}`,
  );
  expect(notes).toContain(`The output is incomplete: ${why}.\n`);
  expect(notes).not.toMatch(/ at /);
  expect(code).toBe(1);
});

it('reports an incomplete write to a redirected file, too', async () => {
  const { notes, code } = await shell(
    'ulimit -f 4; node $staff list --limit 300 > "$file"; code=$?; rm "$file"; exit $code',
  );
  expect(notes).toContain('The output is incomplete: the file would be too large.\n');
  expect(code).toBe(1);
});

it('writes everything to a pipe', async () => {
  const { notes, code } = await shell('node $staff export --reason Figures | cat > "$file"');
  expect([code, notes]).toEqual([0, '']);
  expect((await readFile(file, 'utf8')).split('\r\n')).toHaveLength(302);
  await rm(file);
});

it.each([
  ['no-folder/file', 'there is no such folder'],
  ['', 'it already exists'],
])('explains why %j cannot be written', async (name, why) => {
  const { notes, code } = await shell(
    `node $staff export --reason Figures --out "${folder}/${name}"`,
  );
  expect(notes).toContain(`cannot be written: ${why}.\n`);
  expect(code).toBe(1);
  expect(await readdir(folder)).toEqual([]);
});

it('does not overwrite files', async () => {
  await writeFile(file, 'mine');
  const { notes, code } = await shell('node $staff export --reason Figures --out "$file"');
  expect(notes).toContain(`${file} cannot be written: it already exists.\n`);
  expect([code, await readFile(file, 'utf8')]).toEqual([1, 'mine']);
  await rm(file);
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'deletes the incomplete file after %s',
  async (signal) => {
    const script = `
      import { writeResult } from './office/terminal/output.ts';
      async function* pieces() {
        yield 'personal data';
        process.stdout.write('half');
        await new Promise((resolve) => setTimeout(resolve, 60_000));
      }
      await writeResult({ note: () => {} }, ${JSON.stringify(file)}, pieces());`;
    const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
    const child = spawnNode(args, {}, ['ignore', 'pipe', 'inherit']);
    if (child.stdout) await once(child.stdout, 'data');
    expect(await readdir(folder)).toHaveLength(1);
    child.kill(signal);
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  },
);
