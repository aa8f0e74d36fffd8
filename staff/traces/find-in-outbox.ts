import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { mentionsAddress } from './same-address.ts';

/** A message that lies in the outbox. */
export interface MailTrace {
  file: string;
  content: string;
}

/** The messages to or about an address, and those about the given submissions. */
export async function findInOutbox(
  directory: string,
  address: string,
  submissionIds: ReadonlySet<string>,
): Promise<MailTrace[]> {
  const found: MailTrace[] = [];
  for (const name of await filesIn(directory)) {
    const file = join(directory, name);
    const content = await readFile(file, 'utf8').catch(() => '');
    const [id = ''] = name.replace(/^\./, '').split('.');
    if (submissionIds.has(id) || mentionsAddress(headersOf(content), address)) {
      found.push({ file, content });
    }
  }
  return found;
}

async function filesIn(directory: string): Promise<string[]> {
  try {
    // Half-written messages too: their names begin with a dot and end otherwise.
    return (await readdir(directory)).filter((name) => name.includes('.eml'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The head of a message, each field on one line. */
function headersOf(content: string): string {
  const [head = ''] = content.split(/\r?\n\r?\n/);
  return head.replace(/\r?\n[ \t]+/g, ' ');
}
