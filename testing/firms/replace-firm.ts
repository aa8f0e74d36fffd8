import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const karoo = fileURLToPath(new URL('./karoo', import.meta.url));
const [folder = ''] = process.argv.slice(2);

/** Replaces the firm in a copy of the project with the second one, as a fork would. */
function replaceFirm(copy: string): void {
  const firm = join(copy, 'firm');
  rmSync(firm, { recursive: true });
  cpSync(karoo, firm, { recursive: true });
  for (const file of readdirSync(firm, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const source = readFileSync(join(firm, file), 'utf8');
    // The second firm lies two folders deeper, so its imports have two more `../`.
    writeFileSync(
      join(firm, file),
      source.replaceAll(/(?:\.\.\/){2}((?:\.\.\/)+contract\/)/g, '$1'),
    );
  }
}

replaceFirm(folder);
