import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from './values.ts';

const write = promisify(fs.write);

/** The calls that bring a write to the disk; tests put slow and failing ones in their place. */
const realDisk = {
  write: (fd: number, bytes: Buffer, at: number) => write(fd, bytes, 0, bytes.length, at),
  sync: promisify(fs.fdatasync),
};
export type Disk = Pick<typeof realDisk, 'write' | 'sync'>;

/** A file of lines that only grows, but for `rewrite`. Lines that arrive together share a sync. */
export class AppendOnlyFile {
  /** Why the file cannot be used before `read` has read it again. */
  failure: CommandError | undefined;
  /** Resolves when all that has been appended is on the disk; rejects with the failure if not. */
  durable = Promise.resolve();
  readonly #path: string;
  readonly #disk: Disk;
  #fd = -1;
  /** How many bytes are known to be on the disk. */
  #end: number | undefined;
  #waiting: string[] = [];

  constructor(path: string, disk: Disk = realDisk) {
    this.#path = path;
    this.#disk = disk;
  }

  /**
   * Opens the file, which is made when there is none, and passes on its lines. What stands after
   * the last end of a line, or was written by a write that failed, was never acknowledged and is
   * cut off. Throws, and keeps as `failure`, a CommandError for whatever cannot be read.
   */
  read(replay: (line: string) => void): void {
    this.#waiting = [];
    this.durable = Promise.resolve();
    try {
      this.#closeNow();
      fs.mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      fs.rmSync(`${this.#path}~`, { force: true });
      this.#fd = fs.openSync(this.#path, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600);
      const bytes = fs.readFileSync(this.#fd);
      const end = this.#end ?? bytes.lastIndexOf('\n') + 1;
      if (end > bytes.length) throw new Error('it is shorter than it was');
      if (end < bytes.length) fs.ftruncateSync(this.#fd, end);
      fs.fsyncSync(this.#fd);
      syncFolders(this.#path);
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end));
      text.split('\n').slice(0, -1).forEach(replay);
      this.#end = end;
      this.failure = undefined;
    } catch (error) {
      throw this.#fail('cannot be read', error);
    }
  }

  /** Appends a line, which is on the disk when `durable()` resolves. */
  append(line: string): void {
    if (this.#waiting.length === 0) void this.#then('cannot be written', () => this.#commit());
    this.#waiting.push(`${line}\n`);
  }

  /** Puts other lines, which say the same, in the place of all lines; returns the bytes freed. */
  async rewrite(lines: () => string[]): Promise<number> {
    let freed = 0;
    await this.#then('cannot be rewritten', () => (freed = this.#replace(lines())));
    return Math.max(0, freed);
  }

  /** Deletes the file. Nothing can be appended any more. */
  remove(): void {
    fs.rmSync(this.#path, { force: true });
    syncFolders(this.#path);
    this.#fail('cannot be used', 'it has just been dropped');
    void this.close();
  }

  /** Closes the file when all that has been appended is on the disk, or has failed. */
  async close(): Promise<void> {
    await this.durable.catch(() => undefined);
    this.#closeNow();
  }

  #then(problem: string, task: () => unknown): Promise<void> {
    this.durable = this.durable.then(async () => {
      try {
        await task();
      } catch (error) {
        throw this.#fail(problem, error);
      }
    });
    // Whoever waits for it sees the rejection; nobody has to wait.
    this.durable.catch(() => undefined);
    return this.durable;
  }

  async #commit(): Promise<void> {
    let bytes = Buffer.from(this.#waiting.join(''));
    this.#waiting = [];
    const start = this.#end ?? 0;
    const end = start + bytes.length;
    try {
      while (bytes.length > 0) {
        const { bytesWritten } = await this.#disk.write(this.#fd, bytes, end - bytes.length);
        bytes = bytes.subarray(bytesWritten);
      }
      await this.#disk.sync(this.#fd);
      this.#end = end;
    } catch (error) {
      fs.ftruncateSync(this.#fd, start);
      throw error;
    }
  }

  // Synchronous, so that nothing is appended between these lines and the change of files.
  #replace(lines: string[]): number {
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    fs.writeFileSync(`${this.#path}~`, bytes, { mode: 0o600, flush: true });
    fs.renameSync(`${this.#path}~`, this.#path);
    const freed = (this.#end ?? 0) - bytes.length;
    this.#end = bytes.length;
    // These lines say already what the waiting ones say.
    this.#waiting = [];
    this.#closeNow();
    this.#fd = fs.openSync(this.#path, 'r+');
    syncFolders(this.#path);
    return freed;
  }

  #fail(problem: string, cause: unknown): CommandError {
    return (this.failure = new CommandError(1, `${this.#path} ${problem}: ${String(cause)}`));
  }

  #closeNow(): void {
    if (this.#fd !== -1) fs.closeSync(this.#fd);
    this.#fd = -1;
  }
}

/** Makes it last that a file, or its folder, was made, renamed or deleted. */
function syncFolders(path: string): void {
  for (const folder of [dirname(path), dirname(dirname(path))]) {
    const fd = fs.openSync(folder, 'r');
    fs.fsyncSync(fd);
    fs.closeSync(fd);
  }
}
