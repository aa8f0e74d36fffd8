import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

import { projectRoot } from '../../dev/processes.ts';
import { buildServers } from '../../testing/service.ts';
import { bringAbout, untilHealthy } from './bring-about.ts';
import { faults, type Fault } from './faults.ts';
import { startProduct } from './product.ts';
import { describeFaults, wrongWith, type Row } from './report.ts';

const { values } = parseArgs({
  options: {
    /**
     * Runs only the faults whose names contain one of these texts. If omitted, runs all faults and
     * writes the report.
     */
    only: { type: 'string', multiple: true, default: [] },
    /** Minutes that a finding must last before an alert. */
    after: { type: 'string', default: '0.1' },
  },
});
const lastRows = join(projectRoot, 'build/faults/rows.json');

// Only the result goes to standard output.
const say = (line: string) => console.error(line);

async function observe(chosen: readonly Fault[], after: number): Promise<Row[]> {
  await buildServers();
  const product = await startProduct(after);
  const rows: Row[] = [];
  try {
    say('Waiting until all checks pass.');
    await untilHealthy(product);
    for (const fault of chosen) {
      if (fault.cause === 'disk' && !product.hasOwnDisk) {
        say(`${fault.name}: skipped, as only root can mount a small disk.`);
        continue;
      }
      say(`${fault.name} …`);
      const row = await bringAbout(product, fault).catch(async (error: unknown) => {
        say(`  FAILED: ${error instanceof Error ? error.message : String(error)}`);
        await fault.end(product);
        await untilHealthy(product);
      });
      if (!row) continue;
      rows.push(row);
      for (const wrong of wrongWith(row)) say(`  WRONG: ${wrong}`);
    }
  } finally {
    await product.stop();
  }
  return rows;
}

async function main(): Promise<number> {
  const after = Number(values.after);
  const wanted = values.only.map((part) => part.toLowerCase());
  const isWanted = ({ name }: Fault) =>
    wanted.length === 0 || wanted.some((part) => name.toLowerCase().includes(part));
  const rows = await observe(faults.filter(isWanted), after);
  const before = await readFile(lastRows, 'utf8').then(
    (text) => JSON.parse(text) as Row[],
    () => [],
  );
  const known = faults.flatMap(({ name }) => {
    const ofName = ({ fault }: Row) => fault.name === name;
    return rows.find(ofName) ?? before.find(ofName) ?? [];
  });
  await mkdir(dirname(lastRows), { recursive: true });
  await writeFile(lastRows, JSON.stringify(known));
  const page = await describeFaults(known, after);
  console.log(page);
  // Only a run of all faults updates the report.
  if (wanted.length === 0) await writeFile(join(projectRoot, 'docs/internals/faults.md'), page);
  return rows.some((row) => wrongWith(row).length > 0) ? 1 : 0;
}

try {
  process.exit(await main());
} catch (error) {
  console.error(error);
  process.exit(2);
}
