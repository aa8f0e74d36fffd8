import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

import { CommandError } from './errors.ts';

/** Asks a question and resolves to the answer. */
export async function askLine(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  question: string,
): Promise<string> {
  return askThrough(input, output, `${question} `);
}

/** Asks a question and resolves to the answer, of which nothing is shown. */
export async function askSecret(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  question: string,
): Promise<string> {
  output.write(`${question} `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    return await askThrough(input, nowhere, '');
  } finally {
    output.write('\n');
  }
}

async function askThrough(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  prompt: string,
): Promise<string> {
  const reader = createInterface({ input, output, terminal: true, historySize: 0 });
  const stopped = new Promise<never>((_resolve, reject) => {
    reader.once('SIGINT', () => reject(new CommandError('Stopped; nothing was changed.')));
    reader.once('close', () => reject(new CommandError('There was no answer.')));
  });
  try {
    return await Promise.race([reader.question(prompt), stopped]);
  } finally {
    // The rejection that closing causes is nobody's.
    stopped.catch(() => undefined);
    reader.close();
  }
}
