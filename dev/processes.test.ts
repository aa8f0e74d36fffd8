import { spawn } from 'node:child_process';
import { expect, it, vi } from 'vitest';

import { waitFor } from '#support/wait-for.ts';
import { supervise } from './processes.ts';

const launch = () => spawn('false');
const log = vi.spyOn(console, 'log').mockReturnValue();

it('restarts a process that was ready, and says so', async () => {
  const isReady = () => Promise.resolve(true);
  const { ready, stop } = supervise(
    { name: 'It', launch, isReady, note: ' Nothing is lost.' },
    () => undefined,
  );
  await ready;
  await waitFor('the process has exited twice', () => log.mock.calls.length === 2);
  await stop();
  const line = 'It exited (code 1) and will restart in a second. Nothing is lost.';
  expect(log.mock.calls).toEqual([[line], [line]]);
});

it('does not restart a process that was never ready', async () => {
  log.mockClear();
  const isReady = () => Promise.resolve(false);
  const { ready } = supervise({ name: 'It', launch, isReady }, () => undefined);
  await expect(ready).rejects.toThrow('It exited (code 1) before it was ready.');
  expect(log).not.toHaveBeenCalled();
});
