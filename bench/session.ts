import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a measurement needs from its surroundings. */
export interface Session {
  quick: boolean;
  /** A folder of its own, which goes away at the end. */
  folder: string;
  /** Shows progress; it is never part of the result. */
  say(line: string): void;
  /** Remembers how to stop what has been started. What was started last is stopped first. */
  onEnd(stop: () => unknown): void;
  end(): Promise<void>;
}

/** Opens a session that leaves nothing behind once it has ended. */
export async function openSession(quick: boolean): Promise<Session> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const stops: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
  return {
    quick,
    folder,
    say: showProgress,
    onEnd: (stop) => void stops.push(stop),
    async end() {
      for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
      clearProgress();
    },
  };
}

const clearLine = '\r\u001b[2K';

function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`${clearLine}${line.slice(0, 100)}`);
  else process.stderr.write(`${line}\n`);
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write(clearLine);
}
