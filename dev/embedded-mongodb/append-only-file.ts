import * as fs from 'node:fs';
import { dirname } from 'node:path';

import { CommandError } from './refusals.ts';

/** The calls that bring a write to the disk; tests put failing ones in their place. */
const realDisk = {
  write: (fd: number, bytes: Buffer, at: number) => fs.writeSync(fd, bytes, 0, bytes.length, at),
  sync: (fd: number) => fs.fdatasyncSync(fd),
};
export type Disk = typeof realDisk;

/** A file of lines that only grows, but for `rewrite`. What a method did is on the disk. */
export class AppendOnlyFile {
  readonly #path: string;
  readonly #disk: Disk;
  #fd = -1;
  /** Where the last line that is on the disk ends, in bytes. */
  #end = 0;

  /**
   * Opens the file, which is made when there is none, and passes on its lines. What stands after
   * the last end of a line was never acknowledged and is passed over. Throws a CommandError for
   * whatever cannot be read.
   */
  constructor(path: string, replay: (line: string) => void, disk: Disk = realDisk) {
    this.#path = path;
    this.#disk = disk;
    this.#attempt('read', () => {
      fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      this.#fd = fs.openSync(path, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600);
      const bytes = fs.readFileSync(this.#fd);
      this.#end = bytes.lastIndexOf('\n') + 1;
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, this.#end));
      for (const line of text.split('\n').slice(0, -1)) replay(line);
      fs.fsyncSync(this.#fd);
      syncFolder(dirname(path));
      syncFolder(dirname(dirname(path)));
    });
  }

  /** Appends lines: all of them, or none when it throws a CommandError. */
  append(lines: string): void {
    let bytes = Buffer.from(lines);
    const end = this.#end + bytes.length;
    this.#attempt('written', () => {
      this.#cutOff();
      try {
        while (bytes.length > 0) {
          bytes = bytes.subarray(this.#disk.write(this.#fd, bytes, end - bytes.length));
        }
        this.#disk.sync(this.#fd);
        this.#end = end;
      } catch (error) {
        this.#cutOff();
        throw error;
      }
    });
  }

  /** Puts lines in the place of all lines. Throws a CommandError. */
  rewrite(lines: string): void {
    const bytes = Buffer.from(lines);
    this.#attempt('rewritten', () => {
      fs.rmSync(`${this.#path}~`, { force: true });
      fs.writeFileSync(`${this.#path}~`, bytes, { mode: 0o600, flush: true });
      const fd = fs.openSync(`${this.#path}~`, 'r+');
      fs.renameSync(`${this.#path}~`, this.#path);
      this.close();
      this.#fd = fd;
      this.#end = bytes.length;
      syncFolder(dirname(this.#path));
    });
  }

  /** Closes the file: nothing can be appended any more. */
  close(): void {
    fs.closeSync(this.#fd);
    this.#fd = -1;
  }

  /** Cuts off the end of the file that a write left which was torn or has failed. */
  #cutOff(): void {
    if (fs.fstatSync(this.#fd).size > this.#end) fs.ftruncateSync(this.#fd, this.#end);
  }

  #attempt(what: string, act: () => void): void {
    try {
      act();
    } catch (error) {
      throw new CommandError(1, `${this.#path} cannot be ${what}: ${String(error)}`);
    }
  }
}

/** Makes it last that a file or a folder in this folder was made, renamed or deleted. */
export function syncFolder(folder: string): void {
  const fd = fs.openSync(folder, 'r');
  fs.fsyncSync(fd);
  fs.closeSync(fd);
}
