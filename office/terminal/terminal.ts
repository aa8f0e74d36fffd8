import { appendFile as appendFileCallback } from 'node:fs';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';

import { CommandError } from './command.ts';
import { describeWriteError } from './write-file.ts';

const appendFile = promisify(appendFileCallback);

/** Where a command reads from a person and writes to one. Results and remarks are kept apart. */
export type Terminal = ReturnType<typeof createTerminal>;

/** The terminal of this process. */
export function createTerminal() {
  const { stdin, stdout, stderr } = process;
  const interactive = stdin.isTTY && stderr.isTTY;
  // Whatever was being written hears of it too.
  stdout.on('error', () => undefined);
  let line = '';
  function clearProgress(): void {
    if (line !== '') stderr.write(`\r${' '.repeat(line.length)}\r`);
    line = '';
  }
  return {
    /** The width of the screen that results go to; undefined for a file, a pipe or one of no known size. */
    columns: columnsOf(stdout),
    /** Whether somebody is there to be asked. */
    interactive,
    /** Writes a piece of the result. A CommandError says why not all of it could be written. */
    async write(text: string): Promise<void> {
      clearProgress();
      await writeAll(stdout, text).catch((error: unknown) => {
        throw new CommandError(`Not all of it was written: ${describeWriteError(error)}.`);
      });
    },
    /** Writes a remark on its own line. */
    note(text: string): void {
      clearProgress();
      stderr.write(`${text}\n`);
    },
    /** Shows how far long work has got, on one line of a screen and not at all elsewhere. */
    progress: (text: string): void => {
      if (!stderr.isTTY) return;
      clearProgress();
      line = text.slice(0, (columnsOf(stderr) ?? 80) - 1);
      stderr.write(line);
    },
    /** Asks a question, and waits for the answer. */
    ask(question: string): Promise<string> {
      clearProgress();
      return askPerson(stdin, stderr, question);
    },
    /** Asks without showing what is typed; reads the first line where nobody is there. */
    secret: (question: string): Promise<string> =>
      interactive ? askPerson(stdin, stderr, question, { hidden: true }) : readFirstLine(stdin),
  };
}

/** A terminal of which nobody has said how wide it is, as in a container or a script, says 0. */
export function columnsOf({ isTTY, columns }: Partial<NodeJS.WriteStream>): number | undefined {
  return isTTY && columns ? columns : undefined;
}

function writeAll(stdout: Writable & { fd: number }, text: string): Promise<void> {
  // To a file or a device the stream writes once, and does not look how much of it was taken.
  if (!(stdout instanceof Socket)) return appendFile(stdout.fd, text);
  return new Promise((written, failed) => {
    stdout.write(text, (error) => (error ? failed(error) : written()));
  });
}

/** Asks a question and resolves to the answer, of which nothing is shown if it is hidden. */
export async function askPerson(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  question: string,
  { hidden = false } = {},
): Promise<string> {
  const shown = hidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : output;
  const reader = createInterface({ input, output: shown, terminal: true, historySize: 0 });
  const stopped = new Promise<never>((_resolve, reject) => {
    reader.once('SIGINT', () => reject(new CommandError('Stopped; nothing was changed.')));
    reader.once('close', () => reject(new CommandError('There was no answer.')));
  });
  try {
    if (hidden) output.write(`${question} `);
    return await Promise.race([reader.question(hidden ? '' : `${question} `), stopped]);
  } finally {
    // The rejection that closing causes is nobody's.
    stopped.catch(() => undefined);
    reader.close();
    if (hidden) output.write('\n');
  }
}

/** The first line of a stream, without its end. */
async function readFirstLine(input: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  input.setEncoding('utf8');
  for await (const chunk of input) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.split(/\r?\n/)[0] ?? '';
}
