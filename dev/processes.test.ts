import { spawn, type ChildProcess } from 'node:child_process';
import { expect, it } from 'vitest';

import { waitFor } from '#support/wait-for.ts';
import { supervise } from './processes.ts';
import { waitForProcess } from './ports.ts';

const launch = () => spawn('false');

it('restarts a process that was ready, and says so', async () => {
  const lines: string[] = [];
  const untilReady = () => Promise.resolve();
  const say = (line: string) => lines.push(line);
  const { ready, stop } = supervise('It', { launch, untilReady, note: ' Nothing is lost.' }, say);
  await ready;
  await waitFor('the process has exited twice', () => lines.length === 2);
  await stop();
  const line = 'It exited (code 1) and will restart in a second. Nothing is lost.';
  expect(lines).toEqual([line, line]);
});

it('does not restart a process that was never ready', async () => {
  const lines: string[] = [];
  const untilReady = (child: ChildProcess) =>
    waitForProcess(child, 'it', () => Promise.resolve(false));
  const { ready } = supervise('It', { launch, untilReady }, (line) => lines.push(line));
  await expect(ready).rejects.toThrow('It exited (code 1) before it was ready.');
  expect(lines).toEqual([]);
});
