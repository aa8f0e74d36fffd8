import { appendFile as appendFileCallback } from 'node:fs';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';

import { CommandError } from './command.ts';
import { describeWriteError } from './files.ts';

const appendFile = promisify(appendFileCallback);
const clearLine = '\r\u001b[K';

/** Input and output of a command. Results go to stdout, notes to stderr. */
export type Terminal = ReturnType<typeof createTerminal>;

/** The terminal of this process. */
export function createTerminal() {
  const { stdin, stdout, stderr } = process;
  const interactive = stdin.isTTY && stderr.isTTY;
  // Without a listener, an error would end the process. The pending write reports the same error.
  stdout.on('error', () => undefined);
  const nextLine = createLineReader(stdin);
  return {
    /** Whether input comes from a terminal and notes go to a terminal. */
    interactive,
    /** Writes part of the result. @throws CommandError if not all of it could be written. */
    async write(content: string): Promise<void> {
      await writeAll(stdout, content).catch((error: unknown) => {
        throw new CommandError(`The output is incomplete: ${describeWriteError(error)}.`);
      });
    },
    note(line: string): void {
      stderr.write(`${stderr.isTTY ? clearLine : ''}${line}\n`);
    },
    /** Writes a log line, except on a terminal, where no log collector reads it. */
    log(line: string): void {
      if (!stderr.isTTY) stderr.write(line);
    },
    progress(line: string): void {
      if (stderr.isTTY) stderr.write(`${clearLine}${line}`);
    },
    ask: (question: string) => askPerson(stdin, stderr, question),
    /** Asks for a secret without echoing it. Without a terminal, reads the next line of input. */
    secret: (question: string): Promise<string> =>
      interactive ? askPerson(stdin, stderr, question, { hidden: true }) : nextLine(),
  };
}

function writeAll(stdout: Writable & { fd: number }, content: string): Promise<void> {
  // For files and devices, stdout.write() ignores partial writes; appendFile() completes them.
  if (!(stdout instanceof Socket)) return appendFile(stdout.fd, content);
  return new Promise((written, failed) => {
    stdout.write(content, (error) => (error ? failed(error) : written()));
  });
}

/**
 * Asks a question and resolves to the answer; `hidden` turns the echo off.
 *
 * @throws CommandError if Ctrl-C is pressed or the input ends.
 */
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
    reader.once('close', () => reject(new CommandError('No answer was given.')));
  });
  try {
    if (hidden) output.write(`${question} `);
    return await Promise.race([reader.question(hidden ? '' : `${question} `), stopped]);
  } finally {
    // Closing the reader rejects `stopped`, which is expected.
    stopped.catch(() => undefined);
    reader.close();
    if (hidden) output.write('\n');
  }
}

/** Returns a function that reads the next line of a stream, and an empty line after the last. */
export function createLineReader(input: NodeJS.ReadableStream): () => Promise<string> {
  let lines: AsyncIterator<string, undefined> | undefined;
  return async () => {
    lines ??= createInterface({ input })[Symbol.asyncIterator]();
    input.resume();
    const line: IteratorResult<string, undefined> = await lines.next();
    // Otherwise a pipe that stays open would keep the process alive.
    input.pause();
    return line.value ?? '';
  };
}
