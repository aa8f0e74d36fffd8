import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../../dev/processes.ts';

/** Returns the shell commands in a section of a document, one string per code block. */
export function commandsOf(page: string, title: string): string[] {
  const text = readFileSync(join(projectRoot, 'docs', page), 'utf8');
  const sections = text.split(/^(?=#{2,4} )/m);
  const section = sections.find((one) => new RegExp(`^#+ (\\d+\\. )?${title}\\n`).test(one));
  if (!section) throw new Error(`${page} has no section ${title}.`);
  return [...section.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, commands = '']) => commands);
}
