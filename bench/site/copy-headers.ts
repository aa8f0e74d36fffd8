import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Serves another folder with the headers of ours, but for the policy, which names our styles. */
export async function copyHeaders(site: string, folder: string): Promise<void> {
  const file = 'headers.json';
  const rules = JSON.parse(await readFile(join(`${site}-headers`, file), 'utf8')) as {
    everywhere: Record<string, string>;
  };
  delete rules.everywhere['Content-Security-Policy'];
  await mkdir(`${folder}-headers`, { recursive: true });
  await writeFile(join(`${folder}-headers`, file), JSON.stringify(rules));
}
