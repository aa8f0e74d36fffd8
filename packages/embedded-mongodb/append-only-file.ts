import * as fs from 'node:fs';
import { dirname } from 'node:path';

import { CommandError } from './refusals.ts';

/** The disk calls of `append`, which tests can replace with failing ones. */
const realDisk = {
  write: (fd: number, bytes: Buffer, at: number) => fs.writeSync(fd, bytes, 0, bytes.length, at),
  sync: (fd: number) => fs.fdatasyncSync(fd),
};
export type Disk = typeof realDisk;

/** Lines are only appended, except by `rewrite`. Methods return when their change is on disk. */
export class AppendOnlyFile {
  readonly #path: string;
  readonly #disk: Disk;
  #fd = -1;
  /** The byte offset at which the last line on disk ends. */
  #end = 0;

  /** Skips an incomplete last line, which was never acknowledged. Throws a CommandError. */
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

  /** The size of all lines on disk, in bytes. */
  get size(): number {
    return this.#end;
  }

  /** Appends all lines, or none if it throws a CommandError. */
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

  /** Replaces all lines. Throws a CommandError on failure. */
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

  close(): void {
    fs.closeSync(this.#fd);
    this.#fd = -1;
  }

  /** Removes what an interrupted or failed write left at the end of the file. */
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

/** Syncs a folder, so that creating, renaming or deleting an entry in it survives a power cut. */
export function syncFolder(folder: string): void {
  const fd = fs.openSync(folder, 'r');
  fs.fsyncSync(fd);
  fs.closeSync(fd);
}
