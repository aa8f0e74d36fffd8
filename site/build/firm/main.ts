import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { firm } from '../../../firm/firm.ts';
import { findMistakes } from './check-firm.ts';
import { logoModule } from './logo-module.ts';
import { findPlaceholders } from './placeholders.ts';

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
  if (mistakes.length + placeholders.length > 0) process.exitCode = 1;
  else console.log('No mistakes or placeholders in firm/.');
} else {
  console.error('Usage: npm run firm -- check | logo');
  process.exitCode = 1;
}
