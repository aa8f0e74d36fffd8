import type { ReadStream, WriteStream } from 'node:tty';

import { askLine, askSecret } from './ask.ts';
import { readFirstLine } from './read-first-line.ts';

type Input = NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY'>>;
type Output = NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;

/** Where a command reads from a person and writes to one. Results and remarks are kept apart. */
export interface Terminal {
  /** The width of the screen that results go to; undefined when they go into a file or a pipe. */
  columns: number | undefined;
  /** Whether somebody is there to be asked. */
  interactive: boolean;
  /** Writes a piece of the result. */
  write(text: string): Promise<void>;
  /** Writes a remark on its own line. */
  note(text: string): void;
  /** Shows how far long work has got, on one line of a screen and not at all elsewhere. */
  progress(text: string): void;
  /** Asks a question, and waits for the answer. */
  ask(question: string): Promise<string>;
  /** Asks without showing what is typed; reads the first line where nobody is there. */
  secret(question: string): Promise<string>;
}

export function createTerminal(input: Input, output: Output, remarks: Output): Terminal {
  const interactive = input.isTTY === true && remarks.isTTY === true;
  let line = '';
  function clearProgress(): void {
    if (line !== '') remarks.write(`\r${' '.repeat(line.length)}\r`);
    line = '';
  }
  return {
    columns: output.isTTY ? output.columns : undefined,
    interactive,
    write(text) {
      clearProgress();
      return new Promise((written, failed) => {
        output.write(text, (error) => (error ? failed(error) : written()));
      });
    },
    note(text) {
      clearProgress();
      remarks.write(`${text}\n`);
    },
    progress(text) {
      if (!remarks.isTTY) return;
      clearProgress();
      line = text.slice(0, (remarks.columns ?? 80) - 1);
      remarks.write(line);
    },
    async ask(question) {
      clearProgress();
      return askLine(input, remarks, question);
    },
    secret: (question) =>
      interactive ? askSecret(input, remarks, question) : readFirstLine(input),
  };
}
