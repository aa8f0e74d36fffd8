import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { firm } from '../../../firm/firm.ts';
import { findMistakes, findUntranslated } from './check-firm.ts';
import { logoModule } from './logo-module.ts';
import { findPlaceholders, findUnchanged } from './placeholders.ts';

const folder = fileURLToPath(new URL('../../../firm', import.meta.url));
const [command] = process.argv.slice(2);

if (command === 'logo') {
  writeFileSync(join(folder, 'logo.ts'), await logoModule());
} else if (command === 'check') {
  const mistakes = await findMistakes();
  const placeholders = findPlaceholders(folder, firm);
  if (mistakes.length > 0) console.log(['Mistakes:', ...mistakes].join('\n  '));
  if (placeholders.length > 0)
    console.log(['Remaining placeholders:', ...placeholders].join('\n  '));
  // Not an error: a firm may keep these files as they are.
  const unchanged = findUnchanged(folder);
  if (unchanged.length > 0) console.log(['Review these:', ...unchanged].join('\n  '));
  // Not an error: visitors read these sentences in English.
  const untranslated = mistakes.length > 0 ? [] : findUntranslated();
  if (untranslated.length > 0) console.log(['Still in English:', ...untranslated].join('\n  '));
  if (mistakes.length + placeholders.length > 0) process.exitCode = 1;
  else console.log('No mistakes or placeholders in firm/.');
} else {
  console.error(
    [
      'Usage: npm run firm -- check | logo',
      'check  lists mistakes, placeholders and missing translations',
      'logo   creates icons and images from firm/logo.svg',
    ].join('\n'),
  );
  process.exitCode = 1;
}
