import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

import { TaskError } from '../server/task.ts';

/** A wrong command line. */
export class UsageError extends Error {}

/** Input and output of a command. Results go to stdout, sentences to stderr. */
export type Terminal = ReturnType<typeof createTerminal>;

export function createTerminal({ stdin, stdout, stderr } = process) {
  const interactive = stdin.isTTY && stderr.isTTY;
  let ask: ReturnType<typeof createQuestions> | undefined;
  // Without a listener, an error would end the process. The pending write reports the same error.
  stdout.on('error', () => undefined);
  return {
    interactive,
    /** @throws TaskError if not all of it could be written. */
    async write(content: string | Uint8Array): Promise<void> {
      const error = await new Promise<Error | null | undefined>((written) =>
        stdout.write(content, written),
      );
      if (error) {
        throw new TaskError('unavailable', `The output is incomplete (${error.message}).`);
      }
    },
    note: (sentence: string) => void stderr.write(`${sentence}\n`),
    /** Asks a question; a secret is not echoed. Without a terminal, reads the next line of input. */
    ask: (question: string, isSecret = false) =>
      (ask ??= createQuestions(stdin, stderr, interactive))(question, isSecret),
  };
}

/** Returns a function that asks a question, and resolves to '' at the end of the input. */
export function createQuestions(
  input: NodeJS.ReadableStream,
  shown: NodeJS.WritableStream,
  interactive: boolean,
) {
  let isMuted = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isMuted) shown.write(chunk);
      done();
    },
  });
  const reader = createInterface({ input, output, terminal: interactive, historySize: 0 });
  const lines = reader[Symbol.asyncIterator]();
  return async (question: string, isSecret: boolean): Promise<string> => {
    if (interactive) reader.setPrompt(`${question} `);
    if (interactive) reader.prompt();
    isMuted = isSecret;
    const { value = '' } = (await lines.next()) as IteratorResult<string, undefined>;
    isMuted = false;
    if (interactive && isSecret) shown.write('\n');
    return value;
  };
}

/** @throws UsageError if nobody can be asked; TaskError unless the answer is yes. */
export async function confirm(terminal: Terminal, yes: unknown, question: string): Promise<void> {
  if (yes) return;
  if (!terminal.interactive) throw new UsageError('Cannot ask without a terminal: add --yes.');
  const answer = await terminal.ask(`${question} Type yes:`);
  if (answer.trim().toLowerCase() !== 'yes') throw new TaskError('denied', 'Nothing was changed.');
}

export function jsonOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

export function tableOf<Row>(rows: readonly Row[], fields: readonly (keyof Row & string)[]) {
  // As JSON, whose values are texts, also times.
  const plain = JSON.parse(JSON.stringify(rows)) as Record<string, string | boolean | null>[];
  const lines = [fields, ...plain.map((row) => fields.map((field) => String(row[field] ?? '')))];
  const widths = fields.map((_field, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  const pad = (text: string, column: number) => text.padEnd(widths[column] ?? 0);
  return lines.map((cells) => `${cells.map(pad).join('  ').trimEnd()}\n`).join('');
}
