import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

import { projectRoot } from '../../dev/processes.ts';

const inDocs = readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' });
const documents = ['README.md', 'CONTRIBUTING.md', ...inDocs.map((file) => join('docs', file))]
  .filter((file) => file.endsWith('.md'))
  .map((file) => [file, readFileSync(join(projectRoot, file), 'utf8')] as const);
const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** The anchors of a document's headings on GitHub. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it.each(documents)('%s leads only to files and headings that exist', (file, text) => {
  const links = [...text.matchAll(/\]\(((?!\w+:)[^)\s]+)\)/g)].map(([, link = '']) => link);
  const broken = links.filter((link) => {
    const [path, anchor] = link.split('#');
    const target = path ? join(projectRoot, dirname(file), path) : join(projectRoot, file);
    if (!existsSync(target)) return true;
    return anchor !== undefined && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
  });
  expect(broken).toEqual([]);
});

it.each(documents)('%s names only npm scripts that exist', (_file, text) => {
  const named = [...text.matchAll(/npm run (?:-\S+ )*(\w[\w:-]*)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
