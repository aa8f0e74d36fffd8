import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';

import { contactField, contactFieldNames } from '../../contract/contact-fields.ts';
import { projectRoot } from '../../dev/processes.ts';
import { officeStates } from '../journey/office-screenshots.ts';

const root = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'];
const packages = readdirSync(join(projectRoot, 'packages'));
const inDocs = readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' });
const documents = [
  ...root,
  ...packages.map((name) => `packages/${name}/README.md`),
  ...inDocs.map((file) => join('docs', file)).filter((file) => file.endsWith('.md')),
];
const manifest = JSON.parse(read('package.json')) as {
  repository: string;
  scripts: Record<string, string>;
};
const example = parseEnv(read('.env.example'));
const folders = readdirSync(projectRoot, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
  .map(({ name }) => name);
const ignored = read('.gitignore').split('\n');

/** Names that look like settings in .env but are not. */
const otherNames = [
  'CHROMIUM_PATH',
  // Read by docker compose itself.
  'COMPOSE_FILE',
  'NODE_VERSION',
  // Set only for a single command, never in .env.
  'OFFICE_TOKEN',
  'PRIVACY_NOTICE_VERSION',
  'SITE_SETTINGS',
  'X_FILE',
];
/** Folders that a build, npm or make-secrets.sh creates. */
const builtFolders = ['build', 'dist', 'dist-headers', 'dist-pages', 'node_modules', 'secrets'];

function read(file: string): string {
  return readFileSync(join(projectRoot, file), 'utf8');
}

function found(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))];
}

/** The anchors of a document's headings on GitHub. */
function anchorsOf(file: string): string[] {
  return found(read(file), /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it.each(documents)('%s names only existing npm scripts', (file) => {
  const named = found(read(file), /npm run (?:-\S+ )*(\w[\w:-]*)/g);
  expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
});

it('git clone commands in the documents use the repository in package.json', () => {
  const named = documents.flatMap((file) => found(read(file), /git clone (\S+)/g));
  expect(new Set(named)).toEqual(new Set([manifest.repository]));
});

it.each(documents)('%s links only to existing files', (file) => {
  const links = found(read(file), /\]\(([^)\s]+)\)/g).filter((link) => !/^(\w+:|#)/.test(link));
  const missing = links.filter((link) => {
    const path = join(projectRoot, dirname(file), link.split('#')[0] ?? '');
    return !existsSync(path);
  });
  expect(missing).toEqual([]);
});

it.each(documents)('%s links only to existing headings', (file) => {
  const links = found(read(file), /\]\(((?!\w+:)[^)\s]*#[^)\s]+)\)/g);
  const missing = links.filter((link) => {
    const [path, anchor] = link.split('#');
    return !anchorsOf(path ? join(dirname(file), path) : file).includes(anchor ?? '');
  });
  expect(missing).toEqual([]);
});

it('every state of the enquiries desk has a screenshot, and every image is in a document', () => {
  const pictures = readdirSync(join(projectRoot, 'docs/images'));
  const text = documents.map(read).join('\n');
  expect(officeStates.map(({ name }) => `${name}.webp`)).toEqual(
    expect.arrayContaining(pictures.filter((name) => name.startsWith('office-'))),
  );
  expect(officeStates.filter(({ name }) => !pictures.includes(`${name}.webp`))).toEqual([]);
  expect(pictures.filter((name) => !text.includes(`images/${name})`))).toEqual([]);
});

it('alerts and the doctor refer only to existing sections of docs/operations.md', () => {
  const doctor = readdirSync(join(projectRoot, 'office/doctor')).map((file) =>
    read(`office/doctor/${file}`),
  );
  const text = [read('deploy/observability/alerts.yml'), ...doctor].join('\n');
  const headings = found(read('docs/operations.md'), /^#+ (.+)$/gm);
  for (const reference of [
    /docs\/operations\.md, ([^.']+)/g,
    /‘([^’]+)’ in docs\/operations\.md/g,
  ]) {
    const named = found(text, reference);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !headings.includes(name))).toEqual([]);
  }
});

it('docs/operations.md has unique section titles, because links lead to the first match', () => {
  const sections = [...read('docs/operations.md').matchAll(/^##+ (.+)$/gm)].map(([, name]) => name);
  expect(sections).toEqual([...new Set(sections)]);
});

it.each(contactFieldNames)('docs/privacy.md says that an enquiry contains %s', (name) => {
  const plain = (text: string) => text.toLowerCase().replaceAll('-', '');
  const [, held = ''] = /^\| An enquiry: ([^|]+)/m.exec(read('docs/privacy.md')) ?? [];
  expect(
    plain(held)
      .split(', ')
      .map((label) => label.trim()),
  ).toContain(plain(contactField(name).label));
});

it.each(documents)('%s names only existing settings', (file) => {
  const named = found(read(file), /`([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])(?:=[^`]*)?`/g);
  expect(named.filter((name) => !(name in example) && !otherNames.includes(name))).toEqual([]);
});

it.each(documents)('commands in %s use only existing files', (file) => {
  const blocks = found(read(file), /^ *```sh\n(.*?)^ *```/gms).join('\n');
  const paths = blocks.split(/[\s"'=]+/).filter((word) => {
    const [folder = '', rest] = word.split('/');
    return rest !== undefined && folders.includes(folder) && !builtFolders.includes(folder);
  });
  expect(paths.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
});

it.each(documents)('%s names only existing files and folders', (file) => {
  const paths = found(read(file), /`((?:[\w.-]+\/)+[\w.-]*)`/g).filter((path) =>
    folders.includes(path.split('/')[0] ?? ''),
  );
  expect(paths.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
});

it('README.md lists settings of .env.example, with the same defaults', () => {
  const [, table = ''] = read('README.md').split('\n## Settings\n');
  const rows = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)`.*?\| (.*?) +\|/gm)];
  expect(rows.length).toBeGreaterThan(5);
  for (const [, name = '', shown = ''] of rows) {
    expect(example, name).toHaveProperty(name);
    const literal = /^`([^` ]*)`$/.exec(shown)?.[1];
    if (literal !== undefined) expect(example[name], name).toBe(literal);
  }
});

it("README.md shows the project's layout", () => {
  const [, layout = ''] = read('README.md').split('\n## Project layout\n');
  const listed = found(layout.split('```')[1] ?? '', /^([\w.-]+)\//gm);
  const actual = folders.filter(
    (name) =>
      !name.startsWith('.') &&
      name !== 'node_modules' &&
      ![`${name}/`, `/${name}/`].some((line) => ignored.includes(line)),
  );
  expect(layout.match(/^[\w.-]+\//gm)).toHaveLength(listed.length);
  expect(listed.sort()).toEqual(actual.sort());
});
